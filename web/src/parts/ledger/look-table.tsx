import Box from "@mui/material/Box";
import TableSortLabel from "@mui/material/TableSortLabel";
import { useState } from "react";
import { Paged } from "@/kit/paged";
import { COLUMNS, type Column, type ColumnOf, inOrderOf, type Row } from "./rows";

/** How the ledger's tables look. */
export const TABLE = {
  flex: "1 0 auto",
  minHeight: 160,
  maxHeight: { sm: "60vh" },
  overflow: "auto",
  border: 1,
  borderColor: "divider",
  borderRadius: "var(--radius)",
  "& table": { width: "100%", borderCollapse: "collapse" },
  "& th, & td": {
    p: { xs: "6px 8px", md: "6px 12px" },
    borderBottom: 1,
    borderColor: "divider",
    textAlign: "left",
  },
  "& thead th": { position: "sticky", top: 0, bgcolor: "background.paper", whiteSpace: "nowrap" },
  "& tbody th": { minWidth: { xs: 112, md: 200 }, fontWeight: 500 },
  "& [data-number=true] > span": { flexDirection: "row-reverse" },
  "& [data-number=true]": { textAlign: "right", whiteSpace: "nowrap" },
};

interface Sort {
  column: Column;
  descending: boolean;
}

/** Every look on a line; each heading orders the whole ledger. */
export function LookTable({ rows }: { rows: readonly Row[] }) {
  const [sort, setSort] = useState<Sort>({ column: "at", descending: true });
  const choose = (column: Column) =>
    setSort({ column, descending: sort.column === column && !sort.descending });
  return (
    <Paged order={`${sort.column} ${sort.descending}`} all={inOrderOf(rows, sort.column, sort.descending)}>
      {(shown) => (
        <Box component="section" sx={TABLE} aria-label="Looks" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <Heading key={column.id} {...{ column, sort }} onChoose={() => choose(column.id)} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.id}>
                  {COLUMNS.map(({ id, isNumber, write }) =>
                    id === "question" ? (
                      <th key={id} scope="row">
                        {write(row)}
                      </th>
                    ) : (
                      <td key={id} data-number={isNumber}>
                        {write(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </Paged>
  );
}

function Heading({ column, sort, onChoose }: { column: ColumnOf; sort: Sort; onChoose: () => void }) {
  const { id, title, isNumber } = column;
  const isOwn = sort.column === id;
  const direction = sort.descending ? "desc" : "asc";
  return (
    <th scope="col" aria-sort={isOwn ? `${direction}ending` : "none"} data-number={isNumber}>
      <TableSortLabel active={isOwn} direction={isOwn ? direction : "asc"} onClick={onChoose}>
        {title}
      </TableSortLabel>
    </th>
  );
}
