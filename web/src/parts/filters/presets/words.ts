import type { Watch } from "@/api/generated";
import { formatDay } from "@/lib/text/day";

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
