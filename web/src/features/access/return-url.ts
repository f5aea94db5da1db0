import { pageSettings } from "@/lib/page-settings";
import { tabStorage } from "@/lib/storage";

const NAME = "session-almanac.return-url";

/** Keep where the visitor came from for this tab; only web addresses are kept. */
export function rememberReturnUrl(address: string | null) {
  if (address && isWebAddress(address)) tabStorage.write(NAME, address);
}

export function returnUrl(): string | null {
  return tabStorage.read(NAME);
}

function isWebAddress(address: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(address).protocol);
  } catch {
    return false;
  }
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
