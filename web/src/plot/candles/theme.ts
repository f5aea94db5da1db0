/** The page's colours as the chart needs them, written out: an exported file has no page around it. */
export interface ChartTheme {
  surface: string;
  ink: string;
  muted: string;
  grid: string;
  /** Outlines what would not stand out from the surface. */
  edge: string;
  /** Marks what the data say. */
  data: string;
}

const VARIABLES: Record<keyof ChartTheme, [variable: string, fallback: string]> = {
  surface: ["--mui-palette-background-paper", "#FFFFFF"],
  ink: ["--mui-palette-text-primary", "#14181F"],
  muted: ["--mui-palette-muted", "#5D697B"],
  grid: ["--mui-palette-divider", "#E3E7EC"],
  edge: ["--mui-palette-text-secondary", "#3C4654"],
  data: ["--mui-palette-data-main", "#0E8574"],
};

/** The theme's variables as an element sees them; the light theme's where there are none. */
export function readTheme(style: Pick<CSSStyleDeclaration, "getPropertyValue">): ChartTheme {
  const entries = Object.entries(VARIABLES).map(([name, [variable, fallback]]) => [
    name,
    style.getPropertyValue(variable).trim() || fallback,
  ]);
  return Object.fromEntries(entries) as ChartTheme;
}

const READABLE = 3;

/** Whether a shape of this colour needs an outline to be seen on the surface (WCAG 1.4.11, 3:1). */
export function isFaint(color: string, surface: string): boolean {
  const [a, b] = [luminance(color), luminance(surface)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < READABLE;
}

export function isDarker(one: string, other: string): boolean {
  return luminance(one) < luminance(other);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** The colour in the middle of two. */
export function halfway(one: string, other: string): string {
  const others = channels(other);
  const mixed = channels(one).map((value, at) => Math.round((value + (others[at] ?? 0)) / 2));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
