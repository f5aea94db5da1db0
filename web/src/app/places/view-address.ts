import { addressOf, type Screen, type View } from "@/screens/screens";

/** The address of a view with what the address now has besides. */
export function withView(
  screen: Screen,
  view: View,
  { search, hash = "" }: { search: string; hash?: string },
) {
  const [pathname = screen.path, own] = addressOf(screen, view).split("?");
  const query = new URLSearchParams(search);
  query.delete("view");
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value);
  return { pathname, search: query.toString(), hash };
}
