import type { Watch } from "@/api/generated";
import { formatDay } from "@/lib/text/day";

export const NO_PRESETS = "No saved presets yet";
export const ALREADY_SET = "These filters are set already.";

export const TELL_ME = "Tell me when the next session matches";
export const tellMe = (preset: string) => `${TELL_ME} ${preset}`;
export const stopTelling = (preset: string) => `Stop telling me about ${preset}`;
export const OLD_CONDITIONS = "By the conditions that it had before";
export const WATCHED_ELSEWHERE = "Watched, in another browser";
export const WEBHOOK_ADDRESS = "Address of the webhook";
export const SHOWN_ONCE =
  "Copy it to the receiver now: it is not shown again. A watch that is ended and added again gets a new one.";
export const HAVE_COPIED = "I have copied it";

const CHANNELS: Record<Watch["channel"], string> = { email: "by e-mail to", webhook: "by webhook to" };

/** Where a watch's alerts go, and what became of the last: "Watched, by e-mail to w...@example.com: told on Nov 24." */
export function watchWords({ channel, address, last }: Watch): string {
  return `Watched, ${CHANNELS[channel]} ${address}: ${lastWords(last)}`;
}

function lastWords(last: Watch["last"]): string {
  if (!last) return "nothing to tell yet.";
  const on = formatDay(last.at * 1000);
  if (last.result === "sent") return `told on ${on}.`;
  const why = last.why === null ? "" : ` ${last.why}`;
  if (last.result === "trying") return `not told yet since ${on}, it is tried again.${why}`;
  return `could not be told on ${on}.${why}`;
}
