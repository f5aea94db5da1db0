import { ApplyBar } from "@/parts/filters/pending-count";
import { ExcursionPage } from "./excursion-page";

/** Target before stop, with Apply for a year that was chosen there. */
export default function ExcursionRoute() {
  return <ExcursionPage foot={<ApplyBar />} />;
}
