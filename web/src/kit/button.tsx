import MuiButton, { type ButtonProps as MuiButtonProps } from "@mui/material/Button";

type Look = "plain" | "primary" | "quiet" | "icon" | "small" | "bare";

declare module "@mui/material/Button" {
  interface ButtonPropsVariantOverrides extends Record<Look, true> {}
}

export interface ButtonProps extends Omit<MuiButtonProps, "variant" | "content"> {
  look?: Look;
  /** Of a link. */
  target?: string;
}

/** The page's button, or, with `href`, a link that looks like one. Its looks are the theme's. */
export function Button({ look = "plain", ...props }: ButtonProps) {
  return <MuiButton variant={look} {...props} />;
}
