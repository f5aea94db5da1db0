import { type RefObject, useLayoutEffect, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

/** An element's size in whole pixels, null until it has one. */
export function useSize(target: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const next = width > 0 && height > 0 ? { width, height } : null;
      setSize((before) => (sameSize(before, next) ? before : next));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [target]);
  return size;
}

function sameSize(a: Size | null, b: Size | null): boolean {
  return a?.width === b?.width && a?.height === b?.height;
}
