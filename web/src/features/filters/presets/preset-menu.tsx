import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { FileActions } from "@/lib/ui/file-actions";
import { selectPresets } from "../state/filters-slice";
import { readPresets } from "../state/saved-filters";
import { AskButton } from "./ask-button";
import { exportPresets, importPresets } from "./preset-file";
import { PresetForm } from "./preset-form";
import { deletePreset, loadSet } from "./presets";
import styles from "./saved-filters.module.css";
import { SavedSet } from "./saved-set";

const QUESTION = "Are you sure you want to delete this preset?";

/** Save the active filters under a name; load or delete what was saved. */
export default function PresetMenu({ close }: { close: () => void }) {
  const dispatch = useAppDispatch();
  const presets = useAppSelector(selectPresets);
  const names = Object.keys(presets).sort((a, b) => a.localeCompare(b));
  const unread = readPresets().unread.filter((name) => !Object.hasOwn(presets, name));
  return (
    <div className={styles.menu}>
      <PresetForm />
      {names.length === 0 && <p className={styles.none}>No saved presets yet</p>}
      <ul>
        {names.map((name) => (
          <Preset key={name} name={name} close={close} />
        ))}
        {unread.map((name) => (
          <UnreadPreset key={name} name={name} />
        ))}
      </ul>
      <FileActions
        what="presets"
        isEmpty={names.length === 0}
        onExport={() => dispatch(exportPresets())}
        onImport={(file) => void dispatch(importPresets(file))}
      />
    </div>
  );
}

function Preset({ name, close }: { name: string; close: () => void }) {
  const dispatch = useAppDispatch();
  const catalogue = useCatalogue().data;
  const set = useAppSelector(selectPresets)[name];
  const load = () => {
    if (catalogue && set) dispatch(loadSet(set, catalogue));
    close();
  };
  return (
    <SavedSet title={name} filters={set?.filters ?? []}>
      <Button aria-label={`Load preset ${name}`} disabled={!catalogue} onClick={load}>
        Load
      </Button>
      <DeleteButton name={name} />
    </SavedSet>
  );
}

/** Written by another version or by hand: it stays as it is until it is deleted. */
function UnreadPreset({ name }: { name: string }) {
  return (
    <li className={styles.set}>
      <strong>{name}</strong>
      <p className={styles.none}>Cannot be read here</p>
      <div className={styles.actions}>
        <DeleteButton name={name} />
      </div>
    </li>
  );
}

function DeleteButton({ name }: { name: string }) {
  const dispatch = useAppDispatch();
  return (
    <AskButton
      look="quiet"
      aria-label={`Delete preset ${name}`}
      question={QUESTION}
      answer="Delete"
      onConfirm={() => dispatch(deletePreset(name))}
    >
      Delete
    </AskButton>
  );
}
