import { ApplyBar } from "@/features/filters/pending-count";
import { ExcursionPage } from "@/features/probability/excursion/excursion-page";

/** Target before stop, with Apply for a year that was chosen there. */
export default function ExcursionRoute() {
  return (
    <ExcursionPage>
      <ApplyBar />
    </ExcursionPage>
  );
}
