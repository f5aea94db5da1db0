import Box from "@mui/material/Box";
import { useCatalogue } from "@/api/catalogue";
import { type ExportRequest, useProfilesQuery } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useSavedFileMutation } from "@/features/days/state/days-api";
import { useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { FORMAT_LABELS, formatsOf, offered, reasonFor } from "./formats";

const ROW = { display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" };
const NOTE = { color: "muted", "&:empty": { display: "none" } };

interface Props {
  asked: Omit<ExportRequest, "format">;
  /** What the file holds, for the buttons' names: "days". */
  what: string;
}

/** One button per format, the preferred one first; a format outside the tier says which tier has it. */
export function ExportButtons({ asked, what }: Props) {
  const preferred = useAppSelector(({ preferences }) => preferences.exportFormat);
  const limits = useCatalogue().data?.profile_limits;
  const { data: answer, isError: areUnknown } = useProfilesQuery();
  const [save, { isLoading, error, data }] = useSavedFileMutation();
  const formats = offered(preferred);
  const own = formatsOf(limits?.features.export ?? false);
  const reason = answer || areUnknown ? reasonFor(formats, own, answer?.profiles ?? []) : "";
  const failure = errorText(error);
  return (
    <Box sx={ROW}>
      <Box sx={ROW}>
        {formats.map((format) => (
          <Button
            key={format}
            look="quiet"
            aria-label={`Export ${what} as ${FORMAT_LABELS[format]}`}
            disabled={!own.includes(format) || isLoading}
            onClick={() => void save({ ...asked, format })}
          >
            {FORMAT_LABELS[format]}
          </Button>
        ))}
      </Box>
      {limits && reason && (
        <Box component="p" sx={NOTE}>
          {reason}
        </Box>
      )}
      {failure && <p role="alert">Not exported: {failure}</p>}
      <Box component="p" role="status" sx={NOTE}>
        {isLoading ? "Exporting..." : data && !failure ? `Saved ${data}` : ""}
      </Box>
    </Box>
  );
}
