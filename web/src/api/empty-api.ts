import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./base-query";

/** The one API slice; its endpoints are generated from service/openapi.json. */
export const emptyApi = createApi({
  reducerPath: "cad",
  baseQuery,
  keepUnusedDataFor: 30 * 60,
  refetchOnReconnect: true,
  refetchOnFocus: false,
  endpoints: () => ({}),
});
