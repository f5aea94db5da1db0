import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { type Drawing, isFull, type Tool } from "./drawings";

const MOST_STEPS = 100;

/** The drawings of the day shown and the tool in hand; the browser's storage holds the other days. */
export interface DrawingsState {
  /** Symbol and day, such as `ES:2024-05-03`; null while no day is shown. */
  place: string | null;
  shown: Drawing[];
  past: Drawing[][];
  future: Drawing[][];
  tool: Tool | null;
  isSnapping: boolean;
  selected: string | null;
  /** What is open: the selected drawing's style, its menu at a place of the window, or the list of all. */
  panel: Panel | null;
  copied: Drawing | null;
}

type Panel = "style" | "list" | { left: number; top: number };

export const noDrawings: DrawingsState = {
  place: null,
  shown: [],
  past: [],
  future: [],
  tool: null,
  isSnapping: true,
  selected: null,
  panel: null,
  copied: null,
};

/** Show these; what is no longer among them is not selected. */
function show(state: DrawingsState, shown: Drawing[]) {
  state.shown = shown;
  if (!shown.some(({ id }) => id === state.selected)) state.selected = null;
}

/** One more step that undo takes back. */
function step(state: DrawingsState, change: (shown: Drawing[]) => Drawing[]) {
  state.past = [...state.past, state.shown].slice(-MOST_STEPS);
  state.future = [];
  show(state, change(state.shown));
}

const goTo = (from: "past" | "future", back: "past" | "future") => (state: DrawingsState) => {
  const shown = state[from].pop();
  if (!shown) return;
  state[back].push(state.shown);
  show(state, shown);
};

const slice = createSlice({
  name: "drawings",
  initialState: noDrawings,
  reducers: {
    dayShown: (state, { payload }: PayloadAction<{ place: string | null; drawings: Drawing[] }>) => ({
      ...noDrawings,
      tool: state.tool,
      isSnapping: state.isSnapping,
      copied: state.copied,
      place: payload.place,
      shown: payload.drawings,
    }),
    /** Choosing the tool in hand puts it down. */
    toolChosen: (state, { payload }: PayloadAction<Tool | null>) => {
      state.tool = state.tool === payload ? null : payload;
      state.selected = null;
    },
    snapToggled: (state) => {
      state.isSnapping = !state.isSnapping;
    },
    /** After it has drawn, a tool is put down; a full day takes no more. */
    drawingAdded: (state, { payload }: PayloadAction<Drawing>) => {
      state.tool = null;
      if (isFull(state.shown, payload.isEveryDay)) return;
      step(state, (shown) => [...shown, payload]);
      state.selected = payload.id;
    },
    drawingChanged: (state, { payload }: PayloadAction<Drawing>) =>
      step(state, (shown) => shown.map((drawing) => (drawing.id === payload.id ? payload : drawing))),
    drawingRemoved: (state, { payload }: PayloadAction<string>) =>
      step(state, (shown) => shown.filter(({ id }) => id !== payload)),
    drawingsCleared: (state) => step(state, () => []),
    undone: goTo("past", "future"),
    redone: goTo("future", "past"),
    drawingSelected: (state, { payload }: PayloadAction<string | null>) => {
      state.selected = payload;
    },
    panelOpened: (state, { payload }: PayloadAction<Panel | null>) => {
      state.panel = payload;
    },
    selectedCopied: (state) => {
      state.copied = state.shown.find(({ id }) => id === state.selected) ?? null;
    },
  },
});

export const {
  dayShown,
  toolChosen,
  snapToggled,
  drawingAdded,
  drawingChanged,
  drawingRemoved,
  drawingsCleared,
  undone,
  redone,
  drawingSelected,
  panelOpened,
  selectedCopied,
} = slice.actions;
export const drawingsReducer = slice.reducer;
