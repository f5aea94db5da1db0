import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { type SelectionKey, SHOWN } from "@/api/data-api";
import { useHeldQuery } from "@/api/generated";
import { errorText, untilRenewed } from "@/api/request-error";
import { Button } from "@/kit/button";
import { useAppSelector } from "@/lib/state/hooks";
import { asRead } from "@/lib/text/format";
import { selectActive } from "@/question/filters-slice";
import { useAnsweredSelection } from "@/question/selection";
import styles from "../probability.module.css";

/** Whether the feature has stopped coming as often as it did on these days; asked by a click alone. */
export function Stopped({ feature }: { feature: string }) {
  const key = useAnsweredSelection(useAppSelector(selectActive));
  const [asked, setAsked] = useState<SelectionKey | null>(null);
  const isAsked = key !== null && asked === key;
  const { currentData, error, isFetching } = untilRenewed(
    useHeldQuery(isAsked ? { heldRequest: { ...key, feature } } : skipToken, SHOWN),
  );
  const failure = isFetching ? null : errorText(error);
  const words = currentData ? asRead(currentData.verdict.words) : (failure ?? "Looking …");
  return (
    <div role="status">
      {isAsked ? (
        <p className={styles.note}>{words}</p>
      ) : (
        <Button look="quiet" onClick={() => setAsked(key)}>
          Has it stopped?
        </Button>
      )}
    </div>
  );
}
