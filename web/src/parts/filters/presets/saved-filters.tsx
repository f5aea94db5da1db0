import { type ReactNode, useId, useState } from "react";
import { useAsk, useFirstOfGroups } from "@/address/ask";
import { useClaims } from "@/api/calls/claims-api";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { useKept } from "@/kept/kept";
import { keptHistory, keptPresets, type SavedSet } from "@/kept/saved-filters";
import { Button } from "@/kit/button";
import { FileActions } from "@/kit/file-actions";
import { useAppDispatch } from "@/lib/state/hooks";
import { formatMoment } from "@/lib/text/format";
import { applyPending } from "@/question/apply-filters";
import { filterWords } from "@/question/filter-words";
import { idOf } from "@/question/filters";
import { PresetForm, Question } from "./preset-form";
import { deletePreset, exportPresets, importPresets, loadSet } from "./presets";
import styles from "./saved-filters.module.css";
import { OtherWatches, PresetWatch } from "./watched";
import { NO_PRESETS } from "./words";

interface Props {
  /** Called once a set is loaded or a question asked. */
  close: () => void;
}

/** Two ways back to filters of another day: named presets, and the latest applied sets. */
export function SavedFilters({ close }: Props) {
  return (
    <>
      <Section name="Presets">
        <Presets close={close} />
      </Section>
      <Section name="History">
        <History close={close} />
      </Section>
    </>
  );
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {children}
    </section>
  );
}

/** The latest applied sets, newest first. */
function History({ close }: Props) {
  const { value: history } = useKept(keptHistory);
  return (
    <>
      {history.length === 0 && <p className={styles.none}>No applied filters yet</p>}
      <ul>
        {history.map((set) => {
          const moment = formatMoment(set.appliedAt);
          const loads = `Load the filters of ${moment}`;
          return <Saved key={set.appliedAt} title={moment} {...{ set, loads, close }} />;
        })}
      </ul>
    </>
  );
}

/** Save the active filters under a name; load or delete what was saved. */
function Presets({ close }: Props) {
  const dispatch = useAppDispatch();
  const { value: presets, unread: named } = useKept(keptPresets);
  const saved = Object.entries(presets).sort(([a], [b]) => a.localeCompare(b));
  const unread = named.filter((name) => !Object.hasOwn(presets, name));
  return (
    <>
      <PresetForm />
      {saved.length === 0 && <p className={styles.none}>{NO_PRESETS}</p>}
      <ul>
        {saved.map(([name, set]) => (
          <Saved key={name} title={name} loads={`Load preset ${name}`} {...{ set, close }}>
            <DeleteButton name={name} />
            <PresetWatch {...{ name, set }} />
          </Saved>
        ))}
        {unread.map((name) => (
          <UnreadPreset key={name} name={name} />
        ))}
      </ul>
      <OtherWatches presets={presets} />
      <FileActions
        what="presets"
        isEmpty={saved.length === 0}
        onExport={() => dispatch(exportPresets())}
        onImport={(file) => void dispatch(importPresets(file))}
      />
      <Examples close={close} />
    </>
  );
}

/** A usual question of each group: one click asks it. */
function Examples({ close }: Props) {
  const examples = useFirstOfGroups(useClaims().data?.claims ?? []);
  const ask = useAsk();
  if (examples.length === 0) return null;
  return (
    <section className={styles.examples} aria-label="Examples">
      <h4>Examples</h4>
      <ul>
        {examples.map((claim) => (
          <li key={claim.id}>
            <Button
              look="quiet"
              disabled={!ask}
              onClick={() => {
                ask?.(claim);
                close();
              }}
            >
              {claim.question}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SavedProps extends Props {
  title: string;
  set: SavedSet;
  /** The accessible name of its Load button. */
  loads: string;
  /** What else can be done with the set. */
  children?: ReactNode;
}

/** A saved set of filters: what it is called, its filters as sentences, its actions. */
function Saved({ title, set, loads, close, children }: SavedProps) {
  const dispatch = useAppDispatch();
  const features = useFeaturesByName();
  const catalogue = useCatalogue().data;
  const load = (isApplied: boolean) => {
    if (catalogue) dispatch(loadSet(set, catalogue));
    if (isApplied) void dispatch(applyPending());
    close();
  };
  return (
    <li className={styles.set}>
      <strong>{title}</strong>
      <ul className={styles.sentences}>
        {set.filters.map((filter) => (
          <li key={idOf(filter)}>{filterWords(filter, features)}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          aria-label={loads.replace("Load", "Load and apply")}
          disabled={!catalogue}
          onClick={() => load(true)}
        >
          Load and apply
        </Button>
        <Button look="quiet" aria-label={loads} disabled={!catalogue} onClick={() => load(false)}>
          Load
        </Button>
        {children}
      </div>
    </li>
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

/** Asks before it deletes; once the question was taken back the button has the focus again. */
function DeleteButton({ name }: { name: string }) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState<boolean | null>(null);
  if (isAsking) {
    return (
      <Question
        question="Are you sure you want to delete this preset?"
        answer="Delete"
        onConfirm={() => dispatch(deletePreset(name))}
        onCancel={() => setAsking(false)}
      />
    );
  }
  return (
    <Button
      look="quiet"
      autoFocus={isAsking === false}
      aria-label={`Delete preset ${name}`}
      onClick={() => setAsking(true)}
    >
      Delete
    </Button>
  );
}
