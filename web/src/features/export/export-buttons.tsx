import { useCatalogue } from "@/api/catalogue";
import { type ExportRequest, useProfilesQuery } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useSavedFileMutation } from "@/features/days/state/days-api";
import { useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import styles from "./export.module.css";
import { FORMAT_LABELS, formatsOf, offered, reasonFor } from "./formats";

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
    <div className={styles.exports}>
      <div className={styles.buttons}>
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
      </div>
      {limits && reason && <p className={styles.reason}>{reason}</p>}
      {failure && <p role="alert">Not exported: {failure}</p>}
      <p className={styles.saved} role="status">
        {isLoading ? "Exporting..." : data && !failure ? `Saved ${data}` : ""}
      </p>
    </div>
  );
}
