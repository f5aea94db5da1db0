import type { AppThunk } from "@/lib/state/hooks";
import { takeFile } from "@/lib/state/take-file";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import { BadFile, freelyNamed, readSavedFile, savedFile } from "@/lib/storage/saved-file";
import { listed } from "@/lib/text/format";
import { presetsMerged } from "../state/filters-slice";
import { readWhole } from "../state/read-filter";
import { keepPresets, readSaved } from "../state/saved-filters";

const REFUSED =
  "The browser's storage is full or blocked. The presets of the file hold until the page closes.";

export const exportPresets = (): AppThunk => (_, getState) => {
  const entries = Object.entries(getState().filters.presets).map(([name, set]) => ({ name, ...set }));
  saveFile(savedFile("presets", entries), "session-almanac-presets.json");
};

/** Add the presets of a file to those that are there; a name that is taken gets a number. */
export const importPresets =
  (file: Blob): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    dispatch(
      takeFile("preset", async () => {
        const entries = await readSavedFile(file, "presets", readPreset);
        const named = freelyNamed(entries, Object.keys(getState().filters.presets));
        const set = Object.fromEntries(named.map(({ name, ...saved }) => [name, saved]));
        const changes = { set, gone: [] };
        const isKept = keepPresets(changes);
        dispatch(presetsMerged(changes));
        if (!isKept) dispatch(toastAdded("error", REFUSED));
        return { asked: entries.map(({ name }) => name), given: named.map(({ name }) => name) };
      }),
    );

function readPreset(entry: Record<string, unknown>) {
  const { set, unread } = readSaved(entry, readWhole);
  if (unread.length > 0)
    throw new BadFile(`filters and view: expected ones that can be shown; unreadable: ${listed(unread)}`);
  if (set.filters.length === 0) throw new BadFile("filters: expected at least one");
  return set;
}
