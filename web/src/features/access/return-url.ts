const NAME = "session-almanac.return-url";

/** Keep where the visitor came from for this tab; only web addresses are kept. */
export function rememberReturnUrl(address: string | null) {
  if (address && isWebAddress(address)) sessionStorage.setItem(NAME, address);
}

export function returnUrl(): string | null {
  return sessionStorage.getItem(NAME);
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
  return returnUrl() ?? import.meta.env.VITE_COURSE_HOME ?? "/";
}

/** The contact page of the course site. */
export function supportUrl(): string {
  return import.meta.env.VITE_SUPPORT_URL ?? new URL("/contact", new URL(courseUrl(), location.href)).href;
}
