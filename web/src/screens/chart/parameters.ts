import { text } from "@/address/parameters";

/** A day that a link names; the chart opens it and then takes it out of the address. */
export const CHART = { date: text("date", { change: "replace" }) };
