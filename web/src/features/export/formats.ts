import type { LimitFeatures, ProfileAnswer } from "@/api/generated";
import { EXPORT_FORMATS, type ExportFormat } from "@/features/settings/state/preferences-slice";
import { flags } from "@/lib/flags";

export const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV",
  xlsx: "Excel",
  pdf: "PDF",
};

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
