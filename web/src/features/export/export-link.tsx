import { Link } from "react-router";
import { flags } from "@/lib/flags";
import { buttonClass } from "@/lib/ui/button";

/** The way to the files of days and statistics. */
export function ExportLink() {
  return flags.exports ? (
    <Link to="/export" className={buttonClass("quiet")}>
      Export
    </Link>
  ) : null;
}
