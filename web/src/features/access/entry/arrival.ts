import type { EntryRequest } from "@/api/generated";
import { withoutParameters } from "@/lib/address";
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
  history.replaceState(history.state, "", strippedAddress(location));
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

/** The address without its entry parameters; whatever else it bears stays. */
export function strippedAddress(address: Location): string {
  return withoutParameters(address, PARAMETERS);
}

function entryParameters(search: string): EntryRequest {
  const given = new URLSearchParams(search);
  const found = PARAMETERS.filter((name) => given.has(name)).map((name) => [name, givenValue(given, name)]);
  return Object.fromEntries(found) as EntryRequest;
}

/** One given twice goes as a list, which the server refuses: the page does not choose whom to believe. */
function givenValue(given: URLSearchParams, name: string): string | string[] | undefined {
  const values = given.getAll(name);
  return values.length === 1 ? values[0] : values;
}
