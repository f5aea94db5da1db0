import { createTheme } from "@mui/material/styles";

/** Colours beside MUI's own; each becomes a CSS variable, such as `--mui-palette-status-pending`. */
interface AlmanacPalette {
  /** Small text that steps back, 4.5:1 on both surfaces. */
  muted: string;
  /** A surface one step away from the page's: selected rows, quiet buttons. */
  subtle: string;
  /** Dots and marks of a filter's state, and the darker (or lighter) text of the same colour. */
  status: {
    pending: string;
    active: string;
    modified: string;
    pendingText: string;
    activeText: string;
    modifiedText: string;
  };
  /** A warning's surface and text. */
  caution: { surface: string; text: string; line: string };
  /** Bad news as text. */
  danger: string;
  /** What a person drew over the chart: no colour of its lines. */
  drawing: string;
  tier: { standard: string; pro: string; essentials: string };
}

declare module "@mui/material/styles" {
  interface Palette extends AlmanacPalette {}
  interface PaletteOptions extends Partial<AlmanacPalette> {}
}

const light = {
  mode: "light" as const,
  primary: { main: "#2F6FED", dark: "#2558C4", contrastText: "#FFFFFF" },
  background: { default: "#F7F8FA", paper: "#FFFFFF" },
  text: { primary: "#14181F", secondary: "#3C4654", disabled: "#69768A" },
  divider: "#E3E7EC",
  muted: "#5D697B",
  subtle: "#EEF1F5",
  status: {
    pending: "#E0A800",
    active: "#1F9D55",
    modified: "#E8710A",
    pendingText: "#7A5B00",
    activeText: "#14693A",
    modifiedText: "#96470A",
  },
  caution: { surface: "#FFF6DC", text: "#7A4E00", line: "#F0D58A" },
  danger: "#B42318",
  drawing: "#6D28D9",
  tier: { standard: "#3C4654", pro: "#6D28D9", essentials: "#14693A" },
};

const dark = {
  mode: "dark" as const,
  primary: { main: "#5B93FF", dark: "#7BA8FF", contrastText: "#0B1220" },
  background: { default: "#0F1319", paper: "#171C24" },
  text: { primary: "#E8ECF2", secondary: "#B7C0CC", disabled: "#8793A3" },
  divider: "#272F3A",
  muted: "#94A0B0",
  subtle: "#202732",
  status: {
    pending: "#E0A800",
    active: "#2DB56A",
    modified: "#F0852B",
    pendingText: "#F0C24A",
    activeText: "#5FD493",
    modifiedText: "#F5A561",
  },
  caution: { surface: "#2A2312", text: "#F2C45C", line: "#54441A" },
  danger: "#FF8A7D",
  drawing: "#B794FF",
  tier: { standard: "#495567", pro: "#7C3AED", essentials: "#1A7A45" },
};

const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The page's one theme: light and dark as a class on the root element, values as CSS variables. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "class" },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  spacing: 4,
  shape: { borderRadius: 9 },
  typography: { fontFamily: FONT, fontSize: 13, htmlFontSize: 16, button: { textTransform: "none" } },
  components: {
    MuiTooltip: {
      defaultProps: { placement: "top", enterDelay: 700, enterNextDelay: 300, arrow: true },
      styleOverrides: { tooltip: { fontSize: 12, lineHeight: 1.45, maxWidth: 320 } },
    },
    MuiSvgIcon: { defaultProps: { fontSize: "small" }, styleOverrides: { fontSizeSmall: { fontSize: 16 } } },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: ({ theme: { vars } }) => ({
          "&.Mui-focusVisible": { outline: `2px solid ${vars?.palette.primary.main ?? "currentColor"}` },
        }),
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
    MuiPopover: {
      defaultProps: { transitionDuration: 120 },
      styleOverrides: {
        paper: ({ theme: { vars } }) => ({
          border: `1px solid ${vars?.palette.divider ?? "currentColor"}`,
          boxShadow: "0 8px 24px rgb(0 0 0 / 14%)",
        }),
      },
    },
  },
});
