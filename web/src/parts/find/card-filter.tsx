import Close from "@mui/icons-material/Close";
import Search from "@mui/icons-material/Search";
import InputBase from "@mui/material/InputBase";
import { cardsNarrowed } from "@/address/find-slice";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./card-filter.module.css";
import { CARD_FIELD } from "./words";

/** The field that narrows the dashboard's cards to those a text means; Escape or its button shows all again. */
export function CardFilter() {
  const dispatch = useAppDispatch();
  const text = useAppSelector(({ find }) => find.cardText);
  const narrow = (next: string) => dispatch(cardsNarrowed(next));
  return (
    <InputBase
      type="search"
      className={styles.filter ?? ""}
      startAdornment={<Search fontSize="inherit" />}
      endAdornment={
        text !== "" && (
          <Button
            look="bare"
            aria-label="Show all cards"
            data-hint="Show all cards"
            onClick={() => narrow("")}
          >
            <Close fontSize="inherit" />
          </Button>
        )
      }
      slotProps={{ input: { "aria-label": CARD_FIELD } }}
      placeholder="Show only cards like ..."
      autoComplete="off"
      value={text}
      onChange={({ target }) => narrow(target.value)}
      onKeyDown={({ key }) => key === "Escape" && narrow("")}
    />
  );
}
