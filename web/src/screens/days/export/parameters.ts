import { choice } from "@/address/parameters";

/** Whether the export panel is open. */
export const EXPORT = { panel: choice("export", ["open"], null) };
