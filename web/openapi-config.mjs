/** @type {import("@rtk-query/codegen-openapi").ConfigFile} */
const config = {
  schemaFile: "../service/openapi.json",
  apiFile: "./src/api/empty-api.ts",
  apiImport: "emptyApi",
  outputFile: "./src/api/generated.ts",
  exportName: "generatedApi",
  hooks: { queries: true, lazyQueries: false, mutations: true },
  endpointOverrides: [
    {
      pattern: [
        ...["filtered", "compute", "probabilities", "days", "chartData", "navigate"],
        ...["nextSessionTyped", "questions", "dayBars", "excursion", "compare", "curve"],
        ...["path", "alike", "widen", "held"],
      ],
      type: "query",
    },
  ],
};

export default config;
