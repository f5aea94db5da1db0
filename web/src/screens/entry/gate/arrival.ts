import { withoutParameters } from "@/address/without-parameters";
import type { EntryRequest } from "@/api/generated";
import { rememberReturnUrl } from "../return-url";

const PARAMETERS = [
  "user_id",
  "user_name",
  "user_email",
  "course_id",
  "course_title",
  "return_url",
  "profile",
  "course",
  "expires",
  "nonce",
  "signature",
] as const satisfies readonly (keyof EntryRequest)[];

let arrival: EntryRequest = {};

/**
 * Take the entry parameters out of the address and keep them in memory, once for this visit. The page does this
 * before anything else: no call, usage event or link of the page ever sees an address that names a visitor.
 */
export function collectArrival() {
  const given = entryParameters(location.search);
  if (Object.keys(given).length === 0) return;
  arrival = given;
  if (typeof given.return_url === "string") rememberReturnUrl(given.return_url);
  history.replaceState(history.state, "", withoutParameters(location, PARAMETERS));
}

/** What the visitor arrived with, until it is forgotten. */
export function readArrival(): EntryRequest {
  collectArrival();
  return arrival;
}

/** The server has decided; nothing is asked with these parameters again. */
export function forgetArrival() {
  arrival = {};
}

/** One given twice goes as a list, which the server refuses: the page does not choose whom to believe. */
function entryParameters(search: string): EntryRequest {
  const given = new URLSearchParams(search);
  const found = PARAMETERS.filter((name) => given.has(name)).map((name) => {
    const values = given.getAll(name);
    return [name, values.length === 1 ? values[0] : values];
  });
  return Object.fromEntries(found) as EntryRequest;
}
