import TablePagination from "@mui/material/TablePagination";
import { type ReactNode, useState } from "react";

const PAGE_SIZE = 50;

interface Props<Item> {
  all: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}

/** So many items at a time as are read at once, and the way to the others. */
export function Paged<Item>({ all, children }: Props<Item>) {
  const [asked, setPage] = useState(0);
  const page = Math.min(asked, Math.floor(Math.max(0, all.length - 1) / PAGE_SIZE));
  return (
    <>
      {children(all.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE))}
      {all.length > PAGE_SIZE && (
        <TablePagination
          component="div"
          count={all.length}
          page={page}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[]}
          onPageChange={(_, next) => setPage(next)}
        />
      )}
    </>
  );
}
