import { type RefObject, useEffect, useState } from "react";

/** Whether an element is in the window; true until that is known. */
export function useInSight(target: RefObject<Element | null>): boolean {
  const [isInSight, setIsInSight] = useState(true);
  useEffect(() => {
    if (!target.current) return;
    const watch = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting ?? true));
    watch.observe(target.current);
    return () => watch.disconnect();
  }, [target]);
  return isInSight;
}
