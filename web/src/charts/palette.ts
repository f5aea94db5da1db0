/**
 * Colours of the drawings as the theme's CSS variables: an SVG follows a change of theme without being drawn again.
 * Matched days wear the accent; the other days are neutral and dotted, so colour is never the only difference.
 */
export const PALETTE = {
  matched: "var(--mui-palette-primary-main)",
  matchedHover: "var(--mui-palette-primary-dark)",
  others: "var(--mui-palette-text-secondary)",
  band: "var(--mui-palette-subtle)",
  surface: "var(--mui-palette-background-paper)",
  line: "var(--mui-palette-divider)",
  ink: "var(--mui-palette-text-primary)",
} as const;
