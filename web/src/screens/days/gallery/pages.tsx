import { galleryAsked } from "@/address/gallery-slice";
import type { DayBarsAnswer } from "@/api/generated";
import { Button } from "@/kit/button";
import { pageScroller } from "@/kit/page-scroller";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "./gallery.module.css";

interface Props {
  /** What the navigation is called: there is one above the days and one below. */
  name: string;
  answer: Pick<DayBarsAnswer, "page" | "pages">;
}

export function Pages({ name, answer: { page, pages } }: Props) {
  const dispatch = useAppDispatch();
  if (pages < 2) return null;
  const go = (next: number) => {
    dispatch(galleryAsked({ page: next }));
    pageScroller()?.scrollTo({ top: 0 });
  };
  return (
    <nav className={styles.pages} aria-label={name}>
      <Button disabled={page <= 1} data-hint="PageUp among the days" onClick={() => go(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} data-hint="PageDown among the days" onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
