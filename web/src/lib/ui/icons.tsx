interface Props {
  path: string;
  size?: number;
}

/** A 24-unit stroke drawing; its meaning is said by the control that bears it. */
export function Icon({ path, size = 16 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

export const ICONS = {
  info: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 11v5M12 7.5v.5",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 6h16M4 12h16M4 18h16",
  more: "M6 12v.01M12 12v.01M18 12v.01",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20",
  chevron: "M8 10l4 4l4-4",
  grip: "M9 6v.01M9 12v.01M9 18v.01M15 6v.01M15 12v.01M15 18v.01",
  back: "M19 12H5M11 6l-6 6l6 6",
  warning: "M12 4L2.5 20h19L12 4M12 10v4M12 17v.01",
  error: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v6M12 16.5v.01",
  success: "M5 12.5l4.5 4.5L19 7.5",
};
