import { alertClasses } from "@mui/material/Alert";
import { type CSSObject, createTheme } from "@mui/material/styles";

/** The page's colours; each becomes a CSS variable, such as `--mui-palette-status-pending`. */
function paletteOf(mode: "light" | "dark") {
  const by = (light: string, dark: string) => (mode === "light" ? light : dark);
  return {
    mode,
    primary: {
      main: by("#2F6FED", "#5B93FF"),
      dark: by("#2558C4", "#7BA8FF"),
      contrastText: by("#FFFFFF", "#0B1220"),
    },
    background: { default: by("#F7F8FA", "#0F1319"), paper: by("#FFFFFF", "#171C24") },
    text: {
      primary: by("#14181F", "#E8ECF2"),
      secondary: by("#3C4654", "#B7C0CC"),
      disabled: by("#69768A", "#8793A3"),
    },
    divider: by("#E3E7EC", "#272F3A"),
    /** Small text that steps back, 4.5:1 on both surfaces. */
    muted: by("#5D697B", "#94A0B0"),
    /** A surface one step away from the page's: selected rows, quiet buttons. */
    subtle: by("#EEF1F5", "#202732"),
    success: { main: by("#1F9D55", "#2DB56A") },
    error: { main: by("#B42318", "#FF8A7D") },
    /** Dots and marks of a filter's state, and the darker (or lighter) text of the same colour. */
    status: {
      pending: "#E0A800",
      active: by("#1F9D55", "#2DB56A"),
      modified: by("#E8710A", "#F0852B"),
      pendingText: by("#7A5B00", "#F0C24A"),
      activeText: by("#14693A", "#5FD493"),
      modifiedText: by("#96470A", "#F5A561"),
    },
    /** A warning's surface and text. */
    caution: {
      surface: by("#FFF6DC", "#2A2312"),
      text: by("#7A4E00", "#F2C45C"),
      line: by("#F0D58A", "#54441A"),
    },
    /** Bad news as text. */
    danger: by("#B42318", "#FF8A7D"),
    /** What was counted: matched days in drawings. The accent is for what can be done. */
    data: { main: by("#0E8574", "#35BFA9"), dark: by("#0A6558", "#7ADCCB") },
    /** What a person drew over the chart: no colour of its lines. */
    drawing: by("#6D28D9", "#B794FF"),
    tier: {
      standard: by("#3C4654", "#495567"),
      pro: by("#6D28D9", "#7C3AED"),
      lite: by("#14693A", "#1A7A45"),
    },
  };
}

type Colors = ReturnType<typeof paletteOf>;
type OwnColors = Pick<
  Colors,
  "muted" | "subtle" | "status" | "caution" | "danger" | "data" | "drawing" | "tier"
>;

declare module "@mui/material/styles" {
  interface Palette extends OwnColors {}
  interface PaletteOptions extends Partial<OwnColors> {}
}

const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const TEXT = "var(--mui-palette-text-primary)";
const MUTED = "var(--mui-palette-muted)";
const SUBTLE = "var(--mui-palette-subtle)";
const PAPER = "var(--mui-palette-background-paper)";
const ACCENT = "var(--mui-palette-primary-main)";
const BORDER = "1px solid var(--mui-palette-divider)";
const DISABLED = '&.Mui-disabled, &[aria-disabled="true"]';
const RING = `2px solid ${ACCENT}`;
const BOX = {
  "&.Mui-focusVisible": { outline: RING },
  color: MUTED,
  margin: -2,
  padding: 0,
  fontSize: 20,
  "& svg": { fontSize: "inherit" },
};
const SHADOW = "0 8px 24px rgb(0 0 0 / 14%)";

const root = (style: CSSObject) => ({ styleOverrides: { root: style } });

const RADIUS = "var(--radius)";

/** The page's one theme: light and dark as a class on the root element, values as CSS variables. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "class" },
  colorSchemes: { light: { palette: paletteOf("light") }, dark: { palette: paletteOf("dark") } },
  spacing: 4,
  zIndex: { tooltip: 1700 },
  transitions: {
    duration: {
      shortest: 80,
      shorter: 120,
      short: 120,
      standard: 120,
      complex: 120,
      enteringScreen: 120,
      leavingScreen: 120,
    },
  },
  shape: { borderRadius: 8 },
  typography: { fontFamily: FONT, fontSize: 14, htmlFontSize: 16, button: { textTransform: "none" } },
  components: {
    MuiAlert: {
      styleOverrides: {
        root: {
          alignItems: "center",
          padding: "6px 24px",
          borderRadius: 0,
          color: "inherit",
          fontSize: "var(--type-body)",
          lineHeight: "inherit",
        },
        icon: { marginRight: 6, padding: 0, fontSize: 14, opacity: 1 },
        message: { flex: 1, padding: 0, overflow: "visible", overflowWrap: "anywhere" },
        action: { margin: 0, padding: "0 0 0 8px" },
        standard: {
          borderBottom: "1px solid var(--mui-palette-caution-line)",
          background: "var(--mui-palette-caution-surface)",
          color: "var(--mui-palette-caution-text)",
          [`& .${alertClasses.icon}`]: { color: "inherit" },
        },
        outlined: {
          minHeight: 40,
          padding: "6px 6px 6px 12px",
          border: BORDER,
          borderRadius: RADIUS,
          background: PAPER,
          color: "inherit",
          boxShadow: SHADOW,
        },
      },
    },
    MuiButton: {
      styleOverrides: {
        root: {
          minWidth: 0,
          // A colour that goes over paints 15 frames.
          transition: "none",
          minHeight: 32,
          gap: 6,
          padding: "4px 12px",
          border: BORDER,
          borderRadius: RADIUS,
          backgroundColor: PAPER,
          color: "inherit",
          fontSize: "inherit",
          fontWeight: 500,
          lineHeight: "inherit",
          whiteSpace: "nowrap",
          "&:hover": { backgroundColor: SUBTLE },
          [DISABLED]: { color: MUTED, cursor: "default", pointerEvents: "auto" },
          "&.Mui-disabled:hover": { backgroundColor: PAPER },
          variants: [
            {
              props: { variant: "primary" },
              style: {
                borderColor: "transparent",
                backgroundColor: ACCENT,
                color: "var(--mui-palette-primary-contrastText)",
                fontWeight: 600,
                "&:hover": { backgroundColor: "var(--mui-palette-primary-dark)" },
                [`${DISABLED}, &.Mui-disabled:hover`]: {
                  borderColor: "var(--mui-palette-divider)",
                  backgroundColor: SUBTLE,
                },
              },
            },
            {
              props: { variant: "quiet" },
              style: {
                borderColor: "transparent",
                backgroundColor: SUBTLE,
                "&:hover": { backgroundColor: "var(--mui-palette-divider)" },
                "&.Mui-disabled:hover": { backgroundColor: SUBTLE },
              },
            },
            { props: { variant: "icon" }, style: { width: 32, padding: 0 } },
            {
              props: ({ variant }) => variant === "small" || variant === "bare",
              style: { width: 24, minHeight: 24, padding: 0, borderRadius: RADIUS },
            },
            {
              props: { variant: "bare" },
              style: { borderColor: "transparent", backgroundColor: "transparent" },
            },
          ],
        },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiCheckbox: { defaultProps: { size: "small" }, styleOverrides: { root: BOX } },
    MuiFormControlLabel: {
      styleOverrides: {
        root: { gap: 8, minHeight: 28, margin: 0, alignItems: "center" },
        label: { font: "inherit", letterSpacing: "inherit" },
      },
    },
    MuiFormGroup: root({ gap: 16 }),
    MuiInputBase: {
      defaultProps: { disableInjectingGlobalStyles: true, fullWidth: true },
      styleOverrides: {
        root: {
          minWidth: 0,
          height: 32,
          border: BORDER,
          borderRadius: RADIUS,
          backgroundColor: PAPER,
          color: "inherit",
          font: "inherit",
          fontWeight: 400,
          "&:hover:not(.Mui-disabled)": { borderColor: MUTED },
          "&&.Mui-error": { borderColor: "var(--mui-palette-danger)" },
        },
        input: {
          height: "100%",
          padding: "0 8px",
          borderRadius: "inherit",
          boxSizing: "border-box",
          textOverflow: "ellipsis",
          "&::placeholder": { color: MUTED, opacity: 1 },
          "&&:focus-visible": { outline: RING, outlineOffset: 2 },
        },
        multiline: { height: "auto", padding: 0, "& textarea": { padding: "6px 8px", resize: "vertical" } },
      },
    },
    MuiList: root({
      display: "flex",
      flexDirection: "column",
      minWidth: 180,
      maxHeight: 320,
      padding: 4,
      overflow: "auto",
    }),
    MuiListItemButton: root({
      flex: "none",
      minHeight: 32,
      padding: "0 12px",
      borderRadius: RADIUS,
      border: 0,
      background: "none",
      color: "inherit",
      "&:hover": { backgroundColor: SUBTLE },
    }),
    MuiNativeSelect: {
      styleOverrides: {
        root: { "&&": { height: "100%", minWidth: 0, padding: "0 24px 0 8px", borderRadius: RADIUS } },
        icon: { right: 4, top: "calc(50% - 8px)", color: "inherit" },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
    MuiPopover: {
      defaultProps: { transitionDuration: 120 },
      styleOverrides: { paper: { border: BORDER, boxShadow: SHADOW } },
    },
    MuiRadio: { defaultProps: { size: "small" }, styleOverrides: { root: BOX } },
    MuiSkeleton: {
      defaultProps: { animation: false, variant: "rectangular" },
      styleOverrides: { root: { borderRadius: RADIUS, backgroundColor: SUBTLE } },
    },
    MuiSvgIcon: { defaultProps: { fontSize: "small" }, styleOverrides: { fontSizeSmall: { fontSize: 16 } } },
    MuiTab: root({
      minWidth: 0,
      minHeight: 36,
      padding: "0 2px",
      color: MUTED,
      fontWeight: 600,
      "&.Mui-selected": { color: TEXT },
    }),
    MuiTabs: {
      styleOverrides: {
        root: { flex: "none", minHeight: 36, padding: "0 16px", borderBottom: BORDER },
        list: { gap: 16 },
      },
    },
    MuiTooltip: {
      defaultProps: { placement: "top", disableInteractive: true },
      styleOverrides: {
        tooltip: {
          maxWidth: "min(320px, calc(100vw - 12px))",
          padding: "6px 10px",
          borderRadius: RADIUS,
          background: TEXT,
          color: PAPER,
          fontSize: "var(--type-small)",
          fontWeight: 400,
          lineHeight: 1.45,
          whiteSpace: "pre-line",
          "&&&": { margin: 0 },
          small: {
            display: "block",
            marginTop: 6,
            fontSize: "var(--type-small)",
            overflowWrap: "anywhere",
            opacity: 0.75,
          },
        },
      },
    },
  },
});
