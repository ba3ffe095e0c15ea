/** Short messages to the user, shown for a few seconds. */

export interface Toast {
  id: number;
  text: string;
  kind: 'information' | 'error';
}

const SECONDS = { information: 5, error: 10 };
const MOST_AT_ONCE = 4;

class Messages {
  toasts = $state.raw<Toast[]>([]);
  #number = 0;

  show(text: string, kind: Toast['kind']): void {
    const id = ++this.#number;
    const others = this.toasts.filter((toast) => toast.text !== text);
    this.toasts = [...others.slice(1 - MOST_AT_ONCE), { id, text, kind }];
    setTimeout(() => this.dismiss(id), SECONDS[kind] * 1000);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
}

export const messages = new Messages();
