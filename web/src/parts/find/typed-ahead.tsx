import { useLayoutEffect, useRef } from "react";

/** What was typed before a palette was there, and whether Enter followed. */
export const typedAhead = { text: "", isEntered: false };

export function forgetTyped() {
  typedAhead.text = "";
  typedAhead.isEntered = false;
}

/** Takes the keys while a palette is on its way, so that none is lost. */
export function TypedAhead() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    forgetTyped();
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label="Search, loading"
      onChange={({ target }) => {
        typedAhead.text = target.value;
      }}
      onKeyDown={({ key }) => {
        if (key === "Enter") typedAhead.isEntered = true;
      }}
    />
  );
}
