import type { UsageEvent, UsageEventName, UsageEvents } from "./events";

const SESSION_MS = 30 * 60 * 1000;
const REQUEST_MS = 10_000;
const BATCH_MS = 5000;
const BATCH_MOST = 20;
/** Events kept while the collector cannot be reached; the oldest go first. */
const KEPT_MOST = 100;

interface Options {
  /** Where events are posted. */
  url: string;
  environment: string;
}

/**
 * Posts usage events in batches: every five seconds, at twenty, and when the page goes. A batch bears a random id
 * that is new after 30 minutes without an event and says nothing about who the visitor is; no cookie, token or
 * address travels along. A post that fails or takes ten seconds is tried again with the next batch.
 */
export class UsageClient {
  private waiting: UsageEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private session = { id: "", usedAt: Number.NEGATIVE_INFINITY };

  constructor(private readonly options: Options) {}

  track<Name extends UsageEventName>(name: Name, properties: UsageEvents[Name]) {
    this.touchSession();
    this.keep([{ name, at: new Date().toISOString(), properties }]);
    if (this.waiting.length >= BATCH_MOST) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), BATCH_MS);
  }

  /** Send what waits. Never rejects: usage is not worth a person's trouble. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = this.waiting.splice(0, BATCH_MOST);
    if (events.length === 0) return;
    try {
      await this.post(events);
    } catch {
      this.waiting.unshift(...events);
      this.keep([]);
    }
  }

  /** Drop what waits: whoever turns usage events off means those too. */
  forget() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private keep(events: UsageEvent[]) {
    this.waiting = [...this.waiting, ...events].slice(-KEPT_MOST);
  }

  private touchSession() {
    const now = Date.now();
    if (now - this.session.usedAt > SESSION_MS) this.session.id = randomId();
    this.session.usedAt = now;
  }

  /** A plain-text post needs no preflight; `keepalive` lets it outlive the page. */
  private async post(events: UsageEvent[]) {
    const { url, environment } = this.options;
    await fetch(url, {
      method: "POST",
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      keepalive: true,
      headers: { "Content-Type": "text/plain;charset=UTF-8" },
      body: JSON.stringify({ session: this.session.id, environment, events }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  }
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
