import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { type ReactNode, useState } from "react";
import { pageSettings } from "@/lib/page-settings";

/** Gives every style element made at run time the nonce that the page's Content-Security-Policy asks for. */
export function StyleNonce({ children }: { children: ReactNode }) {
  const [cache] = useState(() => {
    const nonce = pageSettings().styleNonce;
    return createCache({ key: "css", prepend: true, ...(nonce && { nonce }) });
  });
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
