/** The page's head as the service fills it in, until the test ends. */
export function setPageSettings(settings: object) {
  for (const left of document.querySelectorAll('meta[name="session-almanac"]')) left.remove();
  const place = document.createElement("meta");
  place.name = "session-almanac";
  place.content = JSON.stringify(settings);
  document.head.append(place);
}
