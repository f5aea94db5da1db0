import TablePagination from "@mui/material/TablePagination";
import { type ReactNode, useState } from "react";

const PAGE_SIZE = 50;

interface Props<Item> {
  all: readonly Item[];
  /** How they are sorted; another order begins at the first page. */
  order?: string;
  children: (shown: readonly Item[]) => ReactNode;
}

/** So many items at a time as are read at once, and the way to the others. */
export function Paged<Item>({ all, order, children }: Props<Item>) {
  const [chosen, setChosen] = useState({ order, page: 0 });
  const last = Math.floor(Math.max(0, all.length - 1) / PAGE_SIZE);
  const page = chosen.order === order ? Math.min(chosen.page, last) : 0;
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
          onPageChange={(_, next) => setChosen({ order, page: next })}
        />
      )}
    </>
  );
}
