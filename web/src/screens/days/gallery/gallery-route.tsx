import { useChartsAllowed } from "@/api/catalogue";
import { useChartFormats } from "@/parts/chart-export/permission";
import { FeaturesButton } from "@/parts/days/features-button";
import { AddToList } from "@/parts/lists/add-to-list";
import { GalleryPage } from "./gallery-page";

/** Where the gallery meets the days list's choice of features, and what a tier may export. */
export default function GalleryRoute() {
  const mayExport = useChartFormats().includes("png");
  return (
    <GalleryPage
      hasCharts={useChartsAllowed()}
      pngDenied={mayExport ? null : "Your plan does not include PNG"}
      renderAdd={(dates) => <AddToList dates={dates} />}
      renderChoice={(choice) => (
        <FeaturesButton label="Captions" title="Captions below each day" {...choice} />
      )}
    />
  );
}
