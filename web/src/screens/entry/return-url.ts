import { pageSettings } from "@/lib/page-settings";
import { tabStorage } from "@/lib/storage/storage";

const NAME = "session-almanac.return-url";

/** Keep where the visitor came from for this tab; only an address of the course's own sites is kept. */
export function rememberReturnUrl(address: string) {
  if (isAllowed(address)) tabStorage.write(NAME, address);
}

export function returnUrl(): string | null {
  const kept = tabStorage.read(NAME);
  return kept !== null && isAllowed(kept) ? kept : null;
}

/** The server names the origins; an address of any other is nobody's way back. */
function isAllowed(address: string): boolean {
  return URL.canParse(address) && pageSettings().courseOrigins.includes(new URL(address).origin);
}

/** Where Return to Course leads: the entry's return_url, else the product site's home. */
export function courseUrl(): string {
  return returnUrl() ?? pageSettings().courseHome ?? "/";
}

/** The contact page of the course site, or null where nobody told which that is. */
export function knownSupportUrl(): string | null {
  const told = pageSettings().supportUrl;
  const course = returnUrl();
  return told ?? (course && new URL("/contact", course).href);
}

/** Where Contact Support leads. */
export function supportUrl(): string {
  return knownSupportUrl() ?? "/contact";
}
