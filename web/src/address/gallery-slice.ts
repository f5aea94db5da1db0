import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import * as v from "valibot";
import type { DaysSort } from "@/api/generated";
import { read, record, text } from "@/lib/storage/schema";
import { filtersApplied } from "@/question/filters-slice";
import { daysListed } from "./days-slice";

export const PAGE_SIZES = [12, 24, 36, 60] as const;
/** The features that stand below a day at most. */
export const MOST_CAPTIONS = 3;

/** What the gallery shows of the days that match. */
export interface GalleryView {
  sort: DaysSort;
  page: number;
  size: (typeof PAGE_SIZES)[number];
  /** Features told below each day; null follows the columns of the days list. */
  captions: string[] | null;
}

export const firstGallery: GalleryView = {
  sort: { column: "session_date", descending: true },
  page: 1,
  size: 24,
  captions: null,
};

const name = text(100);
const schema = record({
  sort: record({ column: name, descending: v.boolean() }),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  size: v.picklist(PAGE_SIZES),
  captions: v.nullable(v.pipe(v.array(name), v.maxLength(MOST_CAPTIONS))),
});

/** A gallery out of unknown JSON, null where it is none. */
export const readGallery = (given: unknown) => read(schema, given) as GalleryView | null;

/** Where a day's chart was opened from. */
interface Place {
  date: string;
  /** How far the page was scrolled, in pixels. */
  scroll: number;
}

export interface GalleryState {
  view: GalleryView;
  /** Null where no day was opened since the page shows what it shows. */
  place: Place | null;
}

export const nothingOpened: GalleryState = { view: firstGallery, place: null };

const slice = createSlice({
  name: "gallery",
  initialState: nothingOpened,
  reducers: {
    /** A visitor's choice; another order, size or feature begins at the first page. */
    galleryAsked: ({ view }, { payload }: PayloadAction<Partial<GalleryView>>) => {
      const page = "captions" in payload ? view.page : 1;
      return { view: { ...view, page, ...payload }, place: null };
    },
    /** What an address says, or the last page where there are fewer. */
    galleryShown: (state, { payload }: PayloadAction<Partial<GalleryView>>) => {
      state.view = { ...state.view, ...payload };
    },
    dayOpened: (state, { payload }: PayloadAction<Place>) => {
      state.place = payload;
    },
  },
  extraReducers: (build) => {
    const begin = ({ view }: GalleryState) => ({ view: { ...view, page: 1 }, place: null });
    build.addCase(filtersApplied, begin);
    build.addCase(daysListed, (state, { payload }) => ("bar" in payload ? begin(state) : state));
  },
  selectors: { selectGallery: (state) => state.view, selectPlace: (state) => state.place },
});

export const { galleryAsked, galleryShown, dayOpened } = slice.actions;
export const { selectGallery, selectPlace } = slice.selectors;
export const galleryReducer = slice.reducer;
