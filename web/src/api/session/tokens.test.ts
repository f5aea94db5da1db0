import { expect, it } from "vitest";
import { isExpired, readSessionId, readTokens, storeTokens, type Tokens, touchSession } from "./tokens";

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

it("a token without an expiry time is expired", () => {
  const tokens = { access: "a", refresh: "r", storedAt: 0 } as Tokens;
  expect(isExpired(tokens, 1)).toBe(true);
});
