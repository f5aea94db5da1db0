import useMediaQuery from "@mui/material/useMediaQuery";

/** Whether the page has no room for a sidebar beside it. */
export function useNarrow(): boolean {
  return useMediaQuery("(max-width: 900px)", { noSsr: true });
}
