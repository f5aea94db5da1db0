import { useNavigate } from "react-router";
import { addressQuery } from "@/address/link";
import { sessionOf, type Typed, typedNumbers } from "@/address/typed";
import type { NextAnswer } from "@/api/generated";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { asOfAt } from "@/question/as-of";
import { askAsOf } from "@/question/ask-as-of";
import { selectIsApplying } from "@/question/filters-slice";
import { DAYS_LIKE } from "@/question/words";
import styles from "./next.module.css";
import type { NextDays } from "./use-next";

interface Props {
  answer: NextAnswer;
  typed: Typed;
  days: NextDays;
}

/** What the page of days alike is asked: the next session with the typed numbers, as of the bar reached. */
function alikeQuery(answer: NextAnswer, typed: Typed): string {
  const query = new URLSearchParams({ view: "like", next: sessionOf(answer), bar: asOfAt(answer.as_of) });
  typedNumbers.write(query, typed);
  return query.toString();
}

/** The other screens, with these days as their question. */
export function Ways({ answer, typed, days: { all, asOf, limits } }: Props) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isApplying = useAppSelector(selectIsApplying);
  const go = async (pathname: string, own = "") => {
    if (!(await dispatch(askAsOf(asOf, all)))) return;
    const search = [own, dispatch((_, getState) => addressQuery(getState()))].filter(Boolean).join("&");
    void navigate({ pathname, search });
  };
  const { features } = limits ?? {};
  const way = (name: string, ...address: [string, string?]) => (
    <Button disabled={isApplying} onClick={() => void go(...address)}>
      {name}
    </Button>
  );
  return (
    <div className={styles.ways}>
      <Button look="primary" disabled={isApplying} onClick={() => void go("/dashboard")}>
        Open dashboard
      </Button>
      {features?.gallery && way("Pictures", "/days")}
      {features?.path && way("Path", "/dashboard", "view=path")}
      {features?.alike && way(DAYS_LIKE, "/days", alikeQuery(answer, typed))}
    </div>
  );
}
