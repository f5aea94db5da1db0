import Box from "@mui/material/Box";
import { useCatalogue } from "@/api/catalogue";
import {
  type ExportRequest,
  type LimitFeatures,
  type ProfileAnswer,
  useProfilesQuery,
} from "@/api/generated";
import { errorText } from "@/api/request-error";
import { EXPORT_FORMATS, type ExportFormat } from "@/kept/preferences/preferences-slice";
import { Button } from "@/kit/button";
import { flags } from "@/lib/flags";
import { useAppSelector } from "@/lib/state/hooks";
import { useSavedFileMutation } from "./days-api";

const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV",
  xlsx: "Excel",
  pdf: "PDF",
};

const ROW = { display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" };
const NOTES = { "& > p:not([role=alert])": { color: "muted" }, "& > p:empty": { display: "none" } };

interface Props {
  request: Omit<ExportRequest, "format">;
  /** What the file holds, for the buttons' names: "days". */
  what: string;
}

/** One button per format, the preferred one first; a format outside the tier says which tier has it. */
export function ExportButtons({ request, what }: Props) {
  const preferred = useAppSelector(({ preferences }) => preferences.exportFormat);
  const limits = useCatalogue().data?.profile_limits;
  const { data: answer, isError: areUnknown } = useProfilesQuery();
  const [save, { isLoading, error, data }] = useSavedFileMutation();
  const formats = offered(preferred);
  const own = formatsOf(limits?.features.export ?? false);
  const reason = answer || areUnknown ? reasonFor(formats, own, answer?.profiles ?? []) : "";
  const failure = errorText(error);
  return (
    <Box sx={{ ...ROW, ...NOTES }}>
      <Box sx={ROW}>
        {formats.map((format) => (
          <Button
            key={format}
            look="quiet"
            aria-label={`Export ${what} as ${FORMAT_LABELS[format]}`}
            disabled={!own.includes(format) || isLoading}
            onClick={() => void save({ ...request, format })}
          >
            {FORMAT_LABELS[format]}
          </Button>
        ))}
      </Box>
      {limits && reason && <p>{reason}</p>}
      {failure && <p role="alert">Not exported: {failure}</p>}
      <p role="status">{isLoading ? "Exporting..." : data && !failure ? `Saved ${data}` : ""}</p>
    </Box>
  );
}

/** The build's formats, the preferred one first. */
export function offered(preferred: ExportFormat): ExportFormat[] {
  const built = EXPORT_FORMATS.filter((format) => format !== "pdf" || flags.pdfExport);
  return built.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
}

/** The formats that a tier's `export` permission, a yes or no or a list, allows. */
export function formatsOf(permission: LimitFeatures["export"]): ExportFormat[] {
  if (!Array.isArray(permission)) return permission ? [...EXPORT_FORMATS] : [];
  return EXPORT_FORMATS.filter((format) => permission.includes(format));
}

/** "Excel and PDF come with PRO."; empty where nothing is kept back. */
export function reasonFor(
  formats: readonly ExportFormat[],
  own: readonly ExportFormat[],
  profiles: readonly ProfileAnswer[],
): string {
  const byTier = new Map<string, string[]>();
  for (const format of formats.filter((each) => !own.includes(each))) {
    const tier = profiles.find(({ limits }) => formatsOf(limits.features.export).includes(format));
    const name = tier?.display_name ?? "another subscription";
    byTier.set(name, [...(byTier.get(name) ?? []), FORMAT_LABELS[format]]);
  }
  const sentences = [...byTier].map(
    ([tier, labels]) => `${labels.join(" and ")} ${labels.length === 1 ? "comes" : "come"} with ${tier}.`,
  );
  return sentences.join(" ");
}
