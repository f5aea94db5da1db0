import { lazyPart } from "@/kit/lazy-with-retry";
import { DaysButton } from "@/parts/days/days-button";
import { ExportLink } from "@/parts/days/export-link";
import { FilterCard } from "@/parts/filters/card/filter-card";
import { ApplyBar, PendingCount } from "@/parts/filters/pending-count";
import { CardFilter } from "@/parts/find/card-filter";
import { NarrowedCards } from "@/parts/find/narrowed-cards";
import { LedgerButton } from "@/parts/ledger/ledger-button";
import { CardProbability, SelectedDays } from "./card-probability";
import { DashboardPage } from "./dashboard-page";

const QuestionStart = lazyPart(() => import("@/parts/questions/question-start"));

const loadFocus = () => import("./focus-view");
const FocusView = lazyPart(loadFocus);

/** Fetches Focus before it is shown; where that fails, it is asked for again when it is. */
export const fetchFocus = () => void loadFocus().catch(() => undefined);

/** Where the dashboard, its filter cards and their probabilities meet. */
export function DashboardRoute() {
  return (
    <NarrowedCards>
      <SelectedDays>
        <DashboardPage
          focus={<FocusView />}
          fetchFocus={fetchFocus}
          start={(done) => <QuestionStart onAsked={done} />}
          cardFilter={
            <>
              <CardFilter />
              <LedgerButton />
            </>
          }
          actions={
            <>
              <DaysButton />
              <ExportLink />
            </>
          }
          aside={<PendingCount />}
          renderCard={(feature) => (
            <FilterCard feature={feature}>
              <CardProbability feature={feature} />
            </FilterCard>
          )}
        />
      </SelectedDays>
      <ApplyBar />
    </NarrowedCards>
  );
}
