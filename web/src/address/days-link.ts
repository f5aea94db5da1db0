import type { RootState } from "@/lib/state/hooks";
import { sameJson } from "@/lib/storage/json";
import { parsedText } from "@/lib/storage/storage";
import { type DaysState, readDays } from "./days-slice";
import { firstGallery, type GalleryView, readGallery } from "./gallery-slice";

/** What an address says of the list of days, where it is open, and of the gallery, where it is not as at first. */
export const daysPart = ({ ui, days, gallery }: Pick<RootState, "ui" | "days" | "gallery">) => ({
  ...(ui.modals.includes("days") && { list: JSON.stringify(days) }),
  ...(!sameJson(gallery.view, firstGallery) && { gallery: JSON.stringify(gallery.view) }),
});

/** The list of days and the gallery of an address; `unread` names what could not be read. */
export function readDayViews(given: URLSearchParams): {
  list: DaysState | null;
  gallery: GalleryView | null;
  unread: string[];
} {
  const list = readDays(parsed(given.get("list")));
  const gallery = readGallery(parsed(given.get("gallery")));
  const unread = [
    ...(given.has("list") && list === null ? ["list of days"] : []),
    ...(given.has("gallery") && gallery === null ? ["gallery"] : []),
  ];
  return { list, gallery, unread };
}

/** A parameter's value; what is no JSON, or stands for nothing, is a text that nothing can be read from. */
export const parsed = (text: string | null) => (text === null ? null : (parsedText(text) ?? text));
