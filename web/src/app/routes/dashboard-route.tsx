import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { DaysButton } from "@/features/days/days-button";
import { ExportLink } from "@/features/export/export-link";
import { FilterCard } from "@/features/filters/card/filter-card";
import { ApplyBar, PendingCount } from "@/features/filters/pending-count";
import { CardFilter } from "@/features/find/card-filter";
import { NarrowedCards } from "@/features/find/narrowed-cards";
import { LedgerButton } from "@/features/ledger/ledger-button";
import { lazyPart } from "@/lib/ui/lazy-with-retry";
import { CardProbability, SelectedDays } from "./card-probability";

const QuestionStart = lazyPart(() => import("@/features/questions/question-start"));

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
          aside={
            <>
              <PendingCount />
              <DaysButton />
              <ExportLink />
            </>
          }
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
