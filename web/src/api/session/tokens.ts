import { nanoid } from "@reduxjs/toolkit";
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
/** The tab's session id, and the server's, which lives longer; `usedAt` is the visitor's last activity. */
const sessionKept = record({ id: v.string(), given: v.string(), usedAt: v.number() });

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

/** Keep the id of the server's session. One that ended with inactivity does not come back with the server's next word. */
export function storeSessionId(given: string, now = Date.now()) {
  const kept = keptSession();
  if (kept?.given === given) currentSessionId(now);
  else writeSession({ id: given, given, usedAt: now });
}

/** The session id that calls bear: after 30 minutes of inactivity another one; null where none is kept. */
export function currentSessionId(now = Date.now()): string | null {
  const kept = keptSession();
  if (!kept) return null;
  if (!isOver(kept, now)) return kept.id;
  const id = nanoid();
  writeSession({ id, given: kept.given, usedAt: now });
  return id;
}

/** The session id, kept for 30 minutes of inactivity. */
export function readSessionId(now = Date.now()): string | null {
  const kept = keptSession();
  return kept && !isOver(kept, now) ? kept.id : null;
}

/** The visitor is active. */
export function touchSession(now = Date.now()) {
  currentSessionId(now);
  const kept = keptSession();
  if (kept) writeSession({ ...kept, usedAt: now });
}

type SessionKept = v.InferOutput<typeof sessionKept>;

const keptSession = () => read(sessionKept, parsedText(tabStorage.read(SESSION)));
const writeSession = (kept: SessionKept) => void tabStorage.write(SESSION, JSON.stringify(kept));
const isOver = ({ usedAt }: SessionKept, now: number) => now - usedAt > SESSION_MS;
