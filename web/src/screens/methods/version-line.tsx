import { servedBy } from "@/lib/page-settings";

/** Which version this is, for a report of a fault. */
export function VersionLine() {
  const version = servedBy();
  return version === null ? null : <p>{version}</p>;
}
