import { ApplyBar } from "@/parts/filters/pending-count";
import { CurvePage } from "./curve-page";

/** The curve, with Apply for a cut that was taken as a filter there. */
export default function CurveRoute() {
  return <CurvePage foot={<ApplyBar />} />;
}
