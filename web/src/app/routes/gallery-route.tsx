import { useChartsAllowed } from "@/api/catalogue";
import { useChartFormats } from "@/features/chart-export/permission";
import { FeaturesButton } from "@/features/days/features-button";
import { GalleryPage } from "@/features/gallery/gallery-page";
import { AddToList } from "@/features/lists/add-to-list";

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
