import { beforeEach, describe, expect, it } from "vitest";
import {
  clearTokens,
  currentSessionId,
  isExpired,
  readSessionId,
  readTokens,
  storeTokens,
  type Tokens,
  touchSession,
} from "./tokens";

const MINUTE = 60_000;
const answer = { access_token: "a", refresh_token: "r", expires_in: 900, session_id: "s" };

it("a token ends when expires_in seconds have passed", () => {
  storeTokens(answer, 0);
  const tokens = readTokens(0);
  expect(tokens && isExpired(tokens, 15 * MINUTE - 1)).toBe(false);
  expect(tokens && isExpired(tokens, 15 * MINUTE)).toBe(true);
});

it("stored tokens older than 24 hours are discarded", () => {
  storeTokens(answer, 0);
  expect(readTokens(24 * 60 * MINUTE)).not.toBeNull();
  expect(readTokens(24 * 60 * MINUTE + 1)).toBeNull();
  expect(readTokens(0)).toBeNull();
});

it("the session id lasts 30 minutes of inactivity", () => {
  storeTokens(answer, 0);
  touchSession(20 * MINUTE);
  expect(readSessionId(50 * MINUTE)).toBe("s");
  expect(readSessionId(50 * MINUTE + 1)).toBeNull();
});

describe("after 30 minutes of inactivity", () => {
  const later = 30 * MINUTE + 1;

  beforeEach(clearTokens);

  it.each([
    ["a call", (now: number) => currentSessionId(now)],
    ["activity", (now: number) => touchSession(now)],
    ["tokens of the same session", (now: number) => storeTokens(answer, now)],
  ])("the session id is another one from %s on", (_, happens) => {
    storeTokens(answer, 0);
    happens(later);
    const id = readSessionId(later);
    expect(id).toMatch(/^[\w.-]{1,64}$/);
    expect(id).not.toBe("s");
    storeTokens(answer, later + MINUTE);
    expect(currentSessionId(later + 2 * MINUTE)).toBe(id);
  });

  it("it is another one although tokens were renewed meanwhile", () => {
    storeTokens(answer, 0);
    storeTokens(answer, 10 * MINUTE);
    storeTokens(answer, 20 * MINUTE);
    expect(currentSessionId(20 * MINUTE)).toBe("s");
    expect(currentSessionId(later)).not.toBe("s");
  });

  it("that of another session of the server takes its place", () => {
    storeTokens(answer, 0);
    storeTokens({ ...answer, session_id: "s2" }, later);
    expect(currentSessionId(later)).toBe("s2");
  });

  it("nothing is made up where nobody is signed in", () => {
    expect(currentSessionId(later)).toBeNull();
    touchSession(later);
    expect(readSessionId(later)).toBeNull();
  });
});

it("a token without an expiry time is expired", () => {
  const tokens = { access: "a", refresh: "r", storedAt: 0 } as Tokens;
  expect(isExpired(tokens, 1)).toBe(true);
});
