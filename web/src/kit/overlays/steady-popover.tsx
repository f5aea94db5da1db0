import Popover, { type PopoverActions, type PopoverProps } from "@mui/material/Popover";
import { useEffect, useRef, useState } from "react";

/** MUI's popover, placed again whenever its content grows or shrinks: it stays within the window. */
export default function SteadyPopover({ slotProps, ...props }: PopoverProps) {
  const actions = useRef<PopoverActions>(null);
  const [paper, setPaper] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!paper) return;
    const observer = new ResizeObserver(() => actions.current?.updatePosition());
    observer.observe(paper);
    return () => observer.disconnect();
  }, [paper]);
  return (
    <Popover
      {...props}
      action={actions}
      slotProps={{ ...slotProps, paper: { ...slotProps?.paper, ref: setPaper } }}
    />
  );
}
