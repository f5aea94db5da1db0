import { useState } from "react";
import { useRemoveWatchMutation, useWatchesQuery } from "@/api/calls/watches-api";
import { useFeaturesByName } from "@/api/catalogue";
import type { Watch } from "@/api/generated";
import { errorText } from "@/api/request-error";
import type { Presets, SavedSet } from "@/kept/saved-filters";
import { Button } from "@/kit/button";
import { useAppSelector } from "@/lib/state/hooks";
import { filterWords } from "@/question/filter-words";
import { type Filter, isConditioned, isDates, toConditions } from "@/question/filters";
import { readWhole } from "@/question/read-filter";
import { HookSecret } from "./hook-secret";
import styles from "./saved-filters.module.css";
import { WatchForm } from "./watch-form";
import { OLD_CONDITIONS, stopTelling, TELL_ME, tellMe, WATCHED_ELSEWHERE, watchWords } from "./words";

/** Whether a watch is a preset's: they bear one name, as the service tells names apart, and are of one instrument. */
const isOf = (watch: Watch, name: string, symbol: string | undefined) =>
  plain(watch.name) === plain(name) && watch.symbol === symbol;

const plain = (name: string) => name.trim().replaceAll(/\s+/g, " ").toLowerCase();

const useShownSymbol = () => useAppSelector(({ session }) => session.snapshot?.symbol);

/** Whether the next session is watched for a preset, and the way to have that or to end it. */
export function PresetWatch({ name, set }: { name: string; set: SavedSet }) {
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const shown = useShownSymbol();
  const symbol = set.view?.symbol ?? shown;
  const { data } = useWatchesQuery({});
  const watch = data?.watches.find((each) => isOf(each, name, symbol));
  if (!isConditioned(set.filters)) return null;
  if (watch && secret !== null)
    return (
      <div className={styles.watch}>
        <p role="status">{watchWords(watch)}</p>
        <HookSecret secret={secret} onNoted={() => setSecret(null)} />
      </div>
    );
  if (watch)
    return <Watched {...{ watch, set }} hasFocus={isAsking === false} onEnd={() => setAsking(false)} />;
  if (isAsking && data)
    return (
      <WatchForm
        {...{ name, ...data, filters: set.filters }}
        conditions={{
          filters: toConditions(set.filters.filter((filter) => !isDates(filter))),
          symbol: symbol ?? null,
        }}
        onDone={(made) => {
          setSecret(made ?? null);
          setAsking(false);
        }}
      />
    );
  return (
    <Button
      look="quiet"
      autoFocus={isAsking === false}
      disabled={!data}
      aria-label={tellMe(name)}
      onClick={() => setAsking(true)}
    >
      {TELL_ME}
    </Button>
  );
}

interface WatchedProps extends EndProps {
  set: SavedSet;
}

/** A watch of a preset; one older than the preset's last save has other conditions. */
function Watched({ set, ...end }: WatchedProps) {
  const { watch } = end;
  const saved = useSentences(set.filters.filter((filter) => !isDates(filter)));
  const watched = useSentences(readWhole(watch.filters).filters);
  const isOther = saved.join() !== watched.join();
  return (
    <div className={styles.watch}>
      <p role="status">{watchWords(watch)}</p>
      {isOther && <p className={styles.none}>{`${OLD_CONDITIONS}: ${watched.join("; ")}`}</p>}
      <EndButton {...end} />
    </div>
  );
}

function useSentences(filters: readonly Filter[]): string[] {
  const features = useFeaturesByName();
  return filters.map((filter) => filterWords(filter, features)).sort();
}

/** Watches live with the service: those whose preset is not in this browser. */
export function OtherWatches({ presets }: { presets: Presets }) {
  const { data, error, isFetching } = useWatchesQuery({});
  const shown = useShownSymbol();
  const isHere = (watch: Watch) =>
    Object.entries(presets).some(([name, { view }]) => isOf(watch, name, view?.symbol ?? shown));
  const others = data?.watches.filter((watch) => !isHere(watch)) ?? [];
  if (error && !isFetching) return <p role="alert">Watched presets: {errorText(error)}</p>;
  if (others.length === 0) return null;
  return (
    <section aria-label={WATCHED_ELSEWHERE}>
      <h3>Watched, but not among these presets</h3>
      <ul>
        {others.map((watch) => (
          <Other key={watch.id} watch={watch} />
        ))}
      </ul>
    </section>
  );
}

function Other({ watch }: { watch: Watch }) {
  const sentences = useSentences(readWhole(watch.filters).filters);
  return (
    <li className={styles.set}>
      <strong>
        {watch.name} ({watch.symbol})
      </strong>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{watchWords(watch)}</p>
      <EndButton watch={watch} />
    </li>
  );
}

interface EndProps {
  watch: Watch;
  /** Whether the button takes the focus: it replaces the form. */
  hasFocus?: boolean;
  onEnd?: () => void;
}

function EndButton({ watch: { id, name }, hasFocus = false, onEnd }: EndProps) {
  const [remove, { error, isLoading }] = useRemoveWatchMutation();
  const end = () => {
    onEnd?.();
    void remove({ id });
  };
  return (
    <>
      <Button
        look="quiet"
        className={styles.single ?? ""}
        autoFocus={hasFocus}
        disabled={isLoading}
        aria-label={stopTelling(name)}
        onClick={end}
      >
        Stop telling me
      </Button>
      {error && <p role="alert">{errorText(error)}</p>}
    </>
  );
}
