import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./controls.module.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "plain" | "primary" | "quiet" | "icon" | "small" | "bare";
  ref?: Ref<HTMLButtonElement>;
}

const LOOKS = {
  plain: [],
  primary: [styles.primary],
  quiet: [styles.quiet],
  icon: [styles.icon],
  small: [styles.small],
  bare: [styles.small, styles.bare],
};

export function buttonClass(look: NonNullable<ButtonProps["look"]> = "plain", extra?: string): string {
  return [styles.button, ...LOOKS[look], extra].filter(Boolean).join(" ");
}

export function Button({ look = "plain", className, ...props }: ButtonProps) {
  return <button type="button" {...props} className={buttonClass(look, className)} />;
}
