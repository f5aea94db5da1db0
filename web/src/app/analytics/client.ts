import type { Condition } from "@/question/filters";

const SESSION_MS = 30 * 60 * 1000;
const REQUEST_MS = 10_000;
const BATCH_MS = 5000;
const BATCH_MOST = 20;
/** Events kept while the collector cannot be reached; the oldest go first. */
const KEPT_MOST = 100;

export type FailureName = "api_timeout" | "server_error" | "network_error";

/** What the page reports, by name. `endpoint` is a call's name, never an address with its parameters. */
interface UsageEvents extends Record<FailureName, { endpoint: string; filter_count: number }> {
  filters_applied: { filters: Pick<Condition, "feature" | "operator" | "value">[] };
}

/**
 * Posts usage events in batches: every five seconds, at twenty, and when the page goes. A batch bears a random id
 * that is new after 30 minutes without an event and says nothing about who the visitor is; no cookie, token or
 * address travels along. A post that fails or takes ten seconds is tried again with the next batch.
 */
export class UsageClient {
  private waiting: object[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private session = { id: "", usedAt: Number.NEGATIVE_INFINITY };

  constructor(private readonly options: { url: string; environment: string }) {}

  track<Name extends keyof UsageEvents>(name: Name, properties: UsageEvents[Name]) {
    const now = Date.now();
    if (now - this.session.usedAt > SESSION_MS) this.session.id = randomId();
    this.session.usedAt = now;
    this.keep([...this.waiting, { name, at: new Date().toISOString(), properties }]);
    if (this.waiting.length >= BATCH_MOST) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), BATCH_MS);
  }

  /** Send what waits. Never rejects: usage is not worth a person's trouble. */
  async flush(): Promise<void> {
    this.stop();
    const events = this.waiting.splice(0, BATCH_MOST);
    if (events.length > 0) await this.post(events).catch(() => this.keep([...events, ...this.waiting]));
  }

  /** Drop the queued events: turning usage events off includes them. */
  forget() {
    this.stop();
    this.waiting = [];
  }

  private stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private keep(events: object[]) {
    this.waiting = events.slice(-KEPT_MOST);
  }

  /** A plain-text post needs no preflight; `keepalive` lets it outlive the page. */
  private async post(events: object[]) {
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
