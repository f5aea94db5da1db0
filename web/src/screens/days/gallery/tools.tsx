import type { ReactNode } from "react";
import { galleryAsked, MOST_CAPTIONS, PAGE_SIZES, selectGallery } from "@/address/gallery-slice";
import { useListWords } from "@/api/calls/lists-api";
import { useCatalogue, useSummary } from "@/api/catalogue";
import type { DayBarsAnswer, Feature } from "@/api/generated";
import { dataExported } from "@/kept/counters-slice";
import { Button } from "@/kit/button";
import { LabelledSelect } from "@/kit/fields/fields";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import { DATE, orderWords } from "@/parts/days/order-words";
import { useDayLook } from "../use-day-look";
import styles from "./gallery.module.css";
import { galleryPicture } from "./gallery-picture";
import { Pages } from "./pages";
import { useQuestion } from "./use-question";
import { galleryTitle } from "./words";

/** What a choice of features is given. */
export interface ChoiceProps {
  chosen: string[];
  most: number;
  onChoose: (chosen: string[] | null) => void;
}

interface Props {
  /** Undefined until there is one. */
  answer: DayBarsAnswer | undefined;
  captions: readonly Feature[];
  /** The feature that each day answers; null where there is none. */
  outcome: Feature | null;
  pngDenied: string | null;
  renderChoice: (choice: ChoiceProps) => ReactNode;
  renderAdd: (dates: readonly string[]) => ReactNode;
}

/** In which order the days are, how many a page and what is told of each; the page as paper and picture. */
export function Tools({ answer, captions, outcome, pngDenied, renderChoice, renderAdd }: Props) {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.tools}>
      <Order />
      {renderChoice({
        chosen: captions.map(({ name }) => name),
        most: MOST_CAPTIONS,
        onChoose: (chosen) => dispatch(galleryAsked({ captions: chosen })),
      })}
      <Button look="quiet" disabled={!answer?.days.length} onClick={() => window.print()}>
        Print
      </Button>
      <PngButton {...{ answer, captions, outcome, pngDenied }} />
      {renderAdd((answer?.days ?? []).map(({ date }) => date))}
      {answer && <Pages name="Pages" answer={answer} />}
    </div>
  );
}

function Order() {
  const dispatch = useAppDispatch();
  const { sort, size } = useAppSelector(selectGallery);
  const features = useCatalogue().data?.features ?? [];
  const column = sort.column ?? DATE;
  const named = features.map(({ name, displayName }) => ({ value: name, label: displayName }));
  const orders = [true, false].map((each) => ({ value: String(each), label: orderWords(column, each) }));
  return (
    <>
      <LabelledSelect
        className={styles.field}
        label="Sort by"
        value={column}
        choices={[{ value: DATE, label: "Date" }, ...named]}
        onChoose={(next) => dispatch(galleryAsked({ sort: { column: next, descending: true } }))}
      />
      <LabelledSelect
        className={styles.field}
        label="Order"
        value={String(sort.descending === true)}
        choices={orders}
        onChoose={(next) => dispatch(galleryAsked({ sort: { column, descending: next === "true" } }))}
      />
      <LabelledSelect
        className={styles.field}
        label="Days a page"
        value={String(size)}
        choices={PAGE_SIZES.map((each) => ({ value: String(each), label: String(each) }))}
        onChoose={(next) => {
          const chosen = PAGE_SIZES.find((each) => String(each) === next);
          if (chosen) dispatch(galleryAsked({ size: chosen }));
        }}
      />
    </>
  );
}

/** Saves the page of days as one picture, in the colours that it is shown in. */
function PngButton({
  answer,
  captions,
  outcome,
  pngDenied,
}: Pick<Props, "answer" | "captions" | "outcome" | "pngDenied">) {
  const dispatch = useAppDispatch();
  const look = useDayLook();
  const listed = useListWords();
  const asked = useQuestion();
  const { sort } = useAppSelector(selectGallery);
  const features = useCatalogue().data?.features ?? [];
  const snapshot = useSummary().data?.snapshot;
  const save = async ({ days, ...answered }: DayBarsAnswer) => {
    const title = galleryTitle(answered, sort, new Map(features.map((each) => [each.name, each])));
    const symbol = snapshot?.symbol ?? "";
    const words = { title: `${symbol}, ${title}`, asked, isSample: snapshot?.sample_data !== false, listed };
    const name = `gallery-${symbol.toLowerCase()}-page-${answered.page}.png`;
    try {
      saveFile(await galleryPicture(days, { captions, answer: outcome }, words, look), name);
      dispatch(dataExported());
      dispatch(toastAdded("success", `Saved ${name}`));
    } catch {
      dispatch(toastAdded("error", "Failed to save the picture"));
    }
  };
  return (
    <Button
      look="quiet"
      disabled={pngDenied !== null || !answer?.days.length}
      title={pngDenied ?? undefined}
      onClick={() => answer && void save(answer)}
    >
      PNG
    </Button>
  );
}
