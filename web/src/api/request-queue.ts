const REMEMBERED = 100;

/** Runs tasks by priority, highest first and otherwise in order of arrival, up to a limit at a time. */
export class RequestQueue {
  private readonly listeners = new Set<() => void>();
  private readonly waiting: { priority: number; start: () => void }[] = [];
  private times: number[] = [];
  private active = 0;
  /** `averageMs` over the last 100 answers, null before the first. */
  private current = { active: 0, waiting: 0, averageMs: null as number | null };

  constructor(private readonly concurrency: number) {}

  run<Result>(task: () => Promise<Result>, priority = 0): Promise<Result> {
    return new Promise((resolve, reject) => {
      const start = () => void this.perform(task).then(resolve, reject);
      const before = this.waiting.findIndex((other) => other.priority < priority);
      this.waiting.splice(before < 0 ? this.waiting.length : before, 0, { priority, start });
      this.startNext();
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly status = () => this.current;

  private async perform<Result>(task: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      this.active -= 1;
      this.times = [...this.times, performance.now() - startedAt].slice(-REMEMBERED);
      this.startNext();
    }
  }

  private startNext() {
    const next = this.active < this.concurrency ? this.waiting.shift() : undefined;
    if (next) {
      this.active += 1;
      next.start();
    }
    const total = this.times.reduce((sum, time) => sum + time, 0);
    const averageMs = this.times.length > 0 ? total / this.times.length : null;
    this.current = { active: this.active, waiting: this.waiting.length, averageMs };
    for (const listener of this.listeners) listener();
  }
}
