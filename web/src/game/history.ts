/** Undo and redo for a map of immutable values: each step keeps only the entries it changed. */

interface Step<Value> {
  name: string;
  /** Steps with the same key that follow each other are one: typing a comment, say. */
  key: string | null;
  before: Map<number, Value | undefined>;
  after: Map<number, Value | undefined>;
  placeBefore: number;
  placeAfter: number;
}

const MOST_STEPS = 1000;

export class History<Value> {
  readonly values = new Map<number, Value>();
  #undone: Step<Value>[] = [];
  #done: Step<Value>[] = [];
  #open: Step<Value> | null = null;

  /** Makes one step of everything that `edit` sets and removes. Both places are where the user is. */
  step(name: string, key: string | null, place: () => number, edit: () => void): void {
    if (this.#open) {
      edit();
      return;
    }
    const here = place();
    this.#open = {
      name,
      key,
      before: new Map(),
      after: new Map(),
      placeBefore: here,
      placeAfter: here,
    };
    const open = this.#open;
    try {
      edit();
    } finally {
      this.#open = null;
    }
    open.placeAfter = place();
    if (open.after.size > 0) this.#keep(open);
  }

  #keep(step: Step<Value>): void {
    this.#undone = [];
    const last = this.#done.at(-1);
    if (last && step.key !== null && last.key === step.key) {
      for (const [id, value] of step.before) if (!last.before.has(id)) last.before.set(id, value);
      for (const [id, value] of step.after) last.after.set(id, value);
      last.placeAfter = step.placeAfter;
      return;
    }
    this.#done.push(step);
    if (this.#done.length > MOST_STEPS) this.#done.shift();
  }

  set(id: number, value: Value): void {
    this.#note(id, value);
    this.values.set(id, value);
  }

  remove(id: number): void {
    this.#note(id, undefined);
    this.values.delete(id);
  }

  #note(id: number, value: Value | undefined): void {
    if (!this.#open) return;
    if (!this.#open.before.has(id)) this.#open.before.set(id, this.values.get(id));
    this.#open.after.set(id, value);
  }

  /** What would be undone and redone, in words. */
  get undoName(): string | null {
    return this.#done.at(-1)?.name ?? null;
  }

  get redoName(): string | null {
    return this.#undone.at(-1)?.name ?? null;
  }

  /** Takes the last step back; gives the place where the user was before it. */
  undo(): number | null {
    const step = this.#done.pop();
    if (!step) return null;
    this.#undone.push(step);
    this.#put(step.before);
    return step.placeBefore;
  }

  redo(): number | null {
    const step = this.#undone.pop();
    if (!step) return null;
    this.#done.push(step);
    this.#put(step.after);
    return step.placeAfter;
  }

  #put(entries: Map<number, Value | undefined>): void {
    for (const [id, value] of entries) {
      if (value === undefined) this.values.delete(id);
      else this.values.set(id, value);
    }
  }
}
