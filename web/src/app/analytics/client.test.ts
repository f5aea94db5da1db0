// @vitest-environment jsdom
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { http, passthrough } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { UsageClient } from "./client";
import { failureEvent, reported } from "./usage-events";

interface Post {
  headers: Record<string, unknown>;
  batch: { session: string; environment: string; events: { name: string; properties: unknown }[] };
}

let collector: Server;
let url: string;
let posts: Post[];
let isSilent: boolean;
let giveUp: () => void;

beforeEach(async () => {
  posts = [];
  isSilent = false;
  collector = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      if (isSilent) return giveUp();
      posts.push({ headers: request.headers, batch: JSON.parse(body) });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/events`;
  server.use(http.post(url, () => passthrough()));
});

afterEach(() => {
  collector.closeAllConnections();
  collector.close();
});

const aClient = () => new UsageClient({ url, environment: "production" });
const failed = { endpoint: "compute", filter_count: 2 };

it("events wait and travel together, and say nothing about who the visitor is", async () => {
  localStorage.setItem("session-almanac.tokens", JSON.stringify({ access: "secret-token" }));
  const client = aClient();
  client.track("server_error", failed);
  client.track("api_timeout", failed);
  expect(posts).toEqual([]);
  await client.flush();
  const [post] = posts;
  expect(posts).toHaveLength(1);
  expect(post?.batch.events.map(({ name, properties }) => [name, properties])).toEqual([
    ["server_error", failed],
    ["api_timeout", failed],
  ]);
  expect(Object.keys(post?.batch ?? {})).toEqual(["session", "environment", "events"]);
  expect(JSON.stringify(post)).not.toContain("secret-token");
  expect(post?.headers.authorization).toBeUndefined();
  expect(post?.headers.cookie).toBeUndefined();
});

it("twenty events go at once, fewer after five seconds", async () => {
  const client = aClient();
  for (let at = 0; at < 20; at += 1) client.track("network_error", failed);
  await vi.waitFor(() => expect(posts[0]?.batch.events).toHaveLength(20));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const flush = vi.spyOn(client, "flush").mockResolvedValue();
  client.track("network_error", failed);
  vi.advanceTimersByTime(4999);
  expect(flush).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(flush).toHaveBeenCalledOnce();
});

describe("a session", () => {
  const MINUTE = 60_000;

  async function idsWith(pause: number) {
    const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000_000_000);
    const client = aClient();
    client.track("network_error", failed);
    await client.flush();
    now.mockReturnValue(1_000_000_000_000 + pause);
    client.track("network_error", failed);
    await client.flush();
    return posts.map(({ batch }) => batch.session);
  }

  it("stays through 30 minutes without an event", async () => {
    const [first, second] = await idsWith(30 * MINUTE);
    expect(first).toMatch(/^[0-9a-f]{24}$/);
    expect(second).toBe(first);
  });

  it("is a new one after more", async () => {
    const [first, second] = await idsWith(30 * MINUTE + 1);
    expect(second).not.toBe(first);
  });
});

it("a collector that does not answer is given up after 10 s, and the events go with the next batch", async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
    limits.push(limit);
    const controller = new AbortController();
    giveUp = () => controller.abort();
    return controller.signal;
  });
  isSilent = true;
  const client = aClient();
  client.track("api_timeout", failed);
  await client.flush();
  expect(limits).toEqual([10_000]);
  expect(posts).toEqual([]);
  isSilent = false;
  client.track("network_error", failed);
  await client.flush();
  expect(posts[0]?.batch.events.map(({ name }) => name)).toEqual(["api_timeout", "network_error"]);
});

it("of a filter feature, operator and value are reported, nothing else", () => {
  const filter: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 };
  expect(reported([filter])).toEqual([{ feature: "gap_fill_bar", operator: "<=", value: 24 }]);
});

it.each([
  [504, "api_timeout"],
  ["TIMEOUT_ERROR", "api_timeout"],
  [500, "server_error"],
  ["FETCH_ERROR", "network_error"],
  [404, null],
  [422, null],
])("a call that failed with %s makes %s", (status, name) => {
  expect(failureEvent(status)).toBe(name);
});
