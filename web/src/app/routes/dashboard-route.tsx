import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { DaysButton } from "@/features/days/days-button";
import { ExportLink } from "@/features/export/export-link";
import { FilterCard } from "@/features/filters/card/filter-card";
import { ApplyBar, PendingCount } from "@/features/filters/pending-count";
import { CardFilter } from "@/features/find/card-filter";
import { NarrowedCards } from "@/features/find/narrowed-cards";
import { LedgerButton } from "@/features/ledger/ledger-button";
import { CardProbability, SelectedDays } from "./card-probability";

/** Where the dashboard, its filter cards and their probabilities meet. */
export function DashboardRoute() {
  return (
    <NarrowedCards>
      <SelectedDays>
        <DashboardPage
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
