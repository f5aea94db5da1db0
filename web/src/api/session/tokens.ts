import * as v from "valibot";
import { read, record } from "@/lib/storage/schema";
import { browserStorage, parsedText, tabStorage } from "@/lib/storage/storage";
import type { TokenAnswer } from "../generated";

export const TOKENS = "session-almanac.tokens";
const SESSION = "session-almanac.session-id";
const STORED_MS = 24 * 60 * 60 * 1000;
const SESSION_MS = 30 * 60 * 1000;

const tokensKept = record({
  access: v.string(),
  refresh: v.string(),
  expiresAt: v.fallback(v.number(), 0),
  storedAt: v.fallback(v.number(), 0),
});
const sessionKept = record({ id: v.string(), usedAt: v.number() });

/** Access and refresh token of this browser; times in milliseconds since the epoch. */
export type Tokens = v.InferOutput<typeof tokensKept>;

/** The stored tokens; those older than 24 hours are discarded. */
export function readTokens(now = Date.now()): Tokens | null {
  const tokens = read(tokensKept, parsedText(browserStorage.read(TOKENS)));
  if (!tokens) return null;
  if (now - tokens.storedAt <= STORED_MS) return tokens;
  clearTokens();
  return null;
}

export function isExpired(tokens: Tokens, now = Date.now()): boolean {
  return !tokens.expiresAt || now >= tokens.expiresAt;
}

type Given = Pick<TokenAnswer, "access_token" | "refresh_token" | "expires_in" | "session_id">;

/** Keep a token answer: `expires_in` in seconds from now. */
export function storeTokens(
  { access_token, refresh_token, expires_in, session_id }: Given,
  now = Date.now(),
) {
  const expiresAt = now + expires_in * 1000;
  const tokens: Tokens = { access: access_token, refresh: refresh_token, expiresAt, storedAt: now };
  browserStorage.write(TOKENS, JSON.stringify(tokens));
  storeSessionId(session_id, now);
}

export function clearTokens() {
  browserStorage.remove(TOKENS);
  tabStorage.remove(SESSION);
}

export function storeSessionId(id: string, now = Date.now()) {
  tabStorage.write(SESSION, JSON.stringify({ id, usedAt: now }));
}

/** The session id, kept for 30 minutes of inactivity. */
export function readSessionId(now = Date.now()): string | null {
  const session = read(sessionKept, parsedText(tabStorage.read(SESSION)));
  return session && now - session.usedAt <= SESSION_MS ? session.id : null;
}

export function touchSession(now = Date.now()) {
  const id = readSessionId(now);
  if (id) storeSessionId(id, now);
}
