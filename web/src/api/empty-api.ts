import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./base-query";
import { LIFETIMES } from "./lifetimes";

/** The one API slice; its endpoints are generated from service/openapi.json. */
export const emptyApi = createApi({
  reducerPath: "cad",
  baseQuery,
  keepUnusedDataFor: LIFETIMES.kept,
  refetchOnMountOrArgChange: LIFETIMES.fresh,
  refetchOnReconnect: true,
  refetchOnFocus: false,
  endpoints: () => ({}),
});
