import useMediaQuery from "@mui/material/useMediaQuery";

/** Whether the window is a phone's, held upright: its tabs are at the foot. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 600px) and (min-height: 481px)", { noSsr: true });
}
