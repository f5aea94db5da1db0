import { nanoid } from "@reduxjs/toolkit";
import { selectTier } from "@/api/session/session-slice";
import type { AppThunk } from "@/lib/state/hooks";
import { takeFile } from "@/lib/state/take-file";
import { saveFile } from "@/lib/storage/save-file";
import { BadFile, freelyNamed, readSavedFile, savedFile } from "@/lib/storage/saved-file";
import { limitText, readProfiles, stored } from "./profile-actions";
import { isFull, type ProfileType } from "./state/profiles-type";

export const exportProfiles =
  <Settings>({ kind, heading }: ProfileType<Settings>): AppThunk =>
  (_, getState) => {
    const profiles = getState().profiles[kind]?.profiles ?? [];
    const entries = profiles.map(({ name, settings }) => ({ name, settings }));
    saveFile(savedFile(kind, entries), `session-almanac-${heading.toLowerCase().replaceAll(" ", "-")}.json`);
  };

/** Add a file's profiles to the saved ones, all or, beyond the tier's limit, none; a taken name gets a number. */
export const importProfiles =
  <Settings>(type: ProfileType<Settings>, file: Blob): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    dispatch(
      takeFile(type.noun, async () => {
        const entries = await readSavedFile(file, type.kind, (entry) => readEntry(type, entry));
        dispatch(readProfiles(type));
        const { profiles = [], activeId = null } = getState().profiles[type.kind] ?? {};
        const tier = selectTier(getState());
        if (isFull(profiles.length + entries.length - 1, tier))
          throw new BadFile(
            `${limitText(type.noun, tier)} ${profiles.length} saved, ${entries.length} in the file`,
          );
        const named = freelyNamed(
          entries,
          profiles.map(({ name }) => name),
        );
        const createdAt = Date.now();
        const added = named.map((entry) => ({ ...entry, id: `${createdAt}-${nanoid()}`, createdAt }));
        if (!dispatch(stored(type, activeId, (saved) => [...saved, ...added])))
          throw new BadFile("the browser's storage is full or blocked");
        return { asked: entries.map(({ name }) => name), given: named.map(({ name }) => name) };
      }),
    );

function readEntry<Settings>(type: ProfileType<Settings>, entry: Record<string, unknown>) {
  const settings = type.read(entry.settings);
  if (settings === null) throw new BadFile(`settings: expected those of a saved ${type.noun}`);
  return { settings };
}
