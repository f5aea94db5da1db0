import { pageSettings } from "@/lib/page-settings";
import styles from "./development-banner.module.css";

/** A host name with this in it serves development; request-queue limits go by the same. */
const MARKER = "dev-";

interface Props {
  /** Where the page's calls go. */
  api: URL;
}

/** Says that this is not the real thing: the API's address, and the way to production. */
export function DevelopmentBanner({ api }: Props) {
  if (!api.hostname.includes(MARKER)) return null;
  return (
    <div className={styles.banner} role="note" aria-label="Development environment">
      <strong>Development environment</strong>
      <span className={styles.address}>{api.href}</span>
      <a href={productionUrl(api)}>Go to production</a>
    </div>
  );
}

/** The address told by the service, else this one without its marker. */
function productionUrl(api: URL): string {
  const told = pageSettings().productionUrl;
  if (told) return told;
  const address = new URL("/", api);
  address.hostname = address.hostname.replace(MARKER, "");
  return address.href;
}
