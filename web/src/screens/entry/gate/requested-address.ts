import * as v from "valibot";
import { placeOf } from "@/address/show-shared";
import { isViewId } from "@/api/calls/views-api";
import { read, record } from "@/lib/storage/schema";
import { browserStorage, parsedText } from "@/lib/storage/storage";
import { readArrival } from "./arrival";

const NAME = "session-almanac.asked-address";
/** As long as it takes somebody to go to the course and enter there. */
const KEPT_MS = 60 * 60 * 1000;
const SHORT_LINK = "/v/";
/** Where an entry leads that names no screen. */
const STARTS = ["/", "/dashboard"];

const kept = record({ address: v.string(), at: v.number() });

/** The address at the start of this visit; null once the visitor is in, or where it was the page alone. */
let requested: string | null = null;

/**
 * Read which screen and question the visitor asks for, before the page takes them out of the address. An entry that
 * names none opens the address that the gate kept.
 */
export function collectAddress() {
  const { pathname, search, hash } = location;
  requested = ownAddress(pathname + search + hash);
  if (Object.keys(readArrival()).length === 0 || namesQuestion(location)) return;
  const address = keptAddress();
  if (address === null) return;
  requested = address;
  history.replaceState(null, "", address);
}

/** The gate let nobody in: keep the requested address; `path` is where the page is now. */
export function keepAddress(path: string) {
  const address = requested ?? (path.startsWith(SHORT_LINK) ? ownAddress(path) : null);
  if (address !== null) browserStorage.write(NAME, JSON.stringify({ address, at: Date.now() }));
}

/** The address that was requested before the visitor was let in; null where there is none. */
export function keptAddress(now = Date.now()): string | null {
  const found = read(kept, parsedText(browserStorage.read(NAME)));
  return found && now - found.at <= KEPT_MS ? ownAddress(found.address) : null;
}

/** The visitor is in. */
export function forgetAddress() {
  requested = null;
  browserStorage.remove(NAME);
}

/** An address of the page's own screens, with what the page itself writes into it; null for the page alone. */
function ownAddress(address: string): string | null {
  const [path = ""] = address.split(/[?#]/);
  if (path.startsWith(SHORT_LINK)) return isViewId(path.slice(SHORT_LINK.length)) ? path : null;
  const place = placeOf(path === "/" ? address.replace("/", "/dashboard") : address);
  if (!place || (STARTS.includes(place.pathname) && place.search === "")) return null;
  return place.pathname + place.search + place.hash;
}

function namesQuestion({ pathname, search }: Location): boolean {
  return !STARTS.includes(pathname) || new URLSearchParams(search).has("filters");
}
