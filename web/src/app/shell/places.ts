/** What the page's screens are called: in the browser's title and in the palette. */
export const PLACES = {
  "/next": "Next session",
  "/dashboard": "Dashboard",
  "/chart": "Chart",
  "/ama-demo": "Signal colours",
  "/ama-test": "Signal test",
  "/methods": "Statistical Methods",
  "/export": "Export",
  "/questions": "Questions",
  "/claims": "Claims",
  "/excursion": "Target before stop",
  "/compare": "Compare",
  "/curve": "Curve",
  "/path": "Typical path",
  "/days": "Gallery of days",
  "/alike": "Days like this one",
  "/quiz": "Quiz",
  "/settings": "Settings",
} as const;

export type Place = keyof typeof PLACES;

export const isPlace = (path: string): path is Place => path in PLACES;
