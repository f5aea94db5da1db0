import useMediaQuery from "@mui/material/useMediaQuery";

/** Whether the window is too narrow for a sidebar. */
export function useNarrow(): boolean {
  return useMediaQuery("(max-width: 900px)", { noSsr: true });
}
