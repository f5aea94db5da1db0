import { useChartsAllowed } from "@/api/catalogue";
import { notInPlan } from "@/kit/words";
import { useChartFormats } from "@/parts/chart-export/permission";
import { FeaturesButton } from "@/parts/days/features-button";
import { AddToList } from "@/parts/lists/add-to-list";
import { GalleryPage } from "./gallery-page";
import { CAPTIONS } from "./words";

/** Where the gallery meets the days list's choice of features, and what a tier may export. */
export default function GalleryRoute() {
  const mayExport = useChartFormats().includes("png");
  return (
    <GalleryPage
      hasCharts={useChartsAllowed()}
      pngDenied={mayExport ? null : notInPlan("PNG")}
      renderAdd={(dates) => <AddToList dates={dates} />}
      renderChoice={(choice) => <FeaturesButton label="Captions" title={CAPTIONS} {...choice} />}
    />
  );
}
