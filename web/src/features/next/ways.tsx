import { useNavigate } from "react-router";
import type { NextAnswer } from "@/api/generated";
import { asOfAt } from "@/features/as-of/state/as-of";
import { askAsOf } from "@/features/as-of/state/ask-as-of";
import { selectIsApplying } from "@/features/filters/state/filters-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import styles from "./next.module.css";
import { putTyped, type Typed } from "./state/typed";
import type { NextDays } from "./use-next";

interface Props {
  answer: NextAnswer;
  typed: Typed;
  days: NextDays;
}

/** The other screens, with these days as their question. */
export function Ways({ answer, typed, days: { all, asOf, limits } }: Props) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isApplying = useAppSelector(selectIsApplying);
  const go = async (address: string) => {
    if (await dispatch(askAsOf(asOf, all))) void navigate(address);
  };
  const alike = () => {
    const query = new URLSearchParams({ next: answer.session_date, bar: asOfAt(answer.as_of) });
    putTyped(query, typed);
    return `/alike?${query}`;
  };
  const { features } = limits ?? {};
  const way = (name: string, address: string, look: "primary" | "plain" = "plain") => (
    <Button look={look} disabled={isApplying} onClick={() => void go(address)}>
      {name}
    </Button>
  );
  return (
    <div className={styles.ways}>
      {way("Open dashboard", "/dashboard", "primary")}
      {features?.gallery && way("Gallery", "/days")}
      {features?.path && way("Typical path", "/path")}
      {features?.alike && way("Days like this one", alike())}
    </div>
  );
}
