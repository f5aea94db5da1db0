import Button from "@mui/material/Button";
import { Link } from "react-router";
import { flags } from "@/lib/flags";

/** The way to the files of days and statistics. */
export function ExportLink() {
  return flags.exports ? (
    <Button variant="quiet" component={Link} to="/days?export=open">
      Export
    </Button>
  ) : null;
}
