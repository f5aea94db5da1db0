import { type RefObject, useEffect } from "react";

/** Opens what is folded while the page is printed, and folds it again after. */
export function useOpenInPrint(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...(page.current?.querySelectorAll<HTMLDetailsElement>("details:not([open])") ?? [])];
      for (const chapter of opened) chapter.open = true;
    };
    const fold = () => {
      for (const chapter of opened) chapter.open = false;
    };
    window.addEventListener("beforeprint", open);
    window.addEventListener("afterprint", fold);
    return () => {
      window.removeEventListener("beforeprint", open);
      window.removeEventListener("afterprint", fold);
    };
  }, [page]);
}
