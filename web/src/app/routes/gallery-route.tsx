import { useChartsAllowed } from "@/api/catalogue";
import { useChartFormats } from "@/features/chart-export/permission";
import { FeaturesButton } from "@/features/days/features-button";
import { GalleryPage } from "@/features/gallery/gallery-page";

/** Where the gallery meets the days list's choice of features, and what a tier may export. */
export default function GalleryRoute() {
  const mayExport = useChartFormats().includes("png");
  return (
    <GalleryPage
      hasCharts={useChartsAllowed()}
      pngDenied={mayExport ? null : "Your plan does not include PNG"}
      renderChoice={(choice) => (
        <FeaturesButton label="Captions" title="Captions below each day" {...choice} />
      )}
    />
  );
}
