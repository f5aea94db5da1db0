import Search from "@mui/icons-material/Search";
import { Button } from "@/kit/button";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";

/** Opens the palette; its part of the page is fetched when the pointer or the focus comes near. */
export function FindButton({ fetchAhead }: { fetchAhead: () => void }) {
  const dispatch = useAppDispatch();
  return (
    <Button
      look="icon"
      aria-label="Find"
      aria-haspopup="dialog"
      data-hint={`Find (${navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl"} K)`}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => dispatch(modalOpened("find"))}
    >
      <Search />
    </Button>
  );
}
