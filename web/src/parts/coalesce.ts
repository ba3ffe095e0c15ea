// Streams tell more often than a screen can show. What arrives is kept, the latest of each key, and handed on
// once a frame.

type Schedule = (run: () => void) => void;

const nextFrame: Schedule = (run) => {
  // A page in the background gets no frames; what arrives there should not pile up.
  if (document.visibilityState === 'hidden') setTimeout(run, 250);
  else requestAnimationFrame(run);
};

/** Hands on the latest value of every key, once a frame. */
export class Coalescer<Value> {
  readonly #waiting = new Map<string, Value>();
  readonly #deliver: (values: Map<string, Value>) => void;
  readonly #schedule: Schedule;
  #scheduled = false;

  constructor(deliver: (values: Map<string, Value>) => void, schedule: Schedule = nextFrame) {
    this.#deliver = deliver;
    this.#schedule = schedule;
  }

  /** Keeps a value until the next frame, in place of an older one of the same key. */
  push(key: string, value: Value): void {
    this.#waiting.set(key, value);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => this.#flush());
  }

  /** Forgets what has not been handed on. */
  drop(key?: string): void {
    if (key === undefined) this.#waiting.clear();
    else this.#waiting.delete(key);
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#waiting.size === 0) return;
    const values = new Map(this.#waiting);
    this.#waiting.clear();
    this.#deliver(values);
  }
}
