import { choice } from "@/address/parameters";

export const DAYS = {
  /** Whether the export panel is open. */
  panel: choice("export", ["open"], null),
  /** Whether the lists of days are open. */
  lists: choice("lists", ["open"], null),
};
