import bundle from "swagger-ui-dist/swagger-ui-bundle.js?url";
import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";
import { accessible } from "./accessible";
import { followTheme } from "./theme";

followTheme();

const script = document.createElement("script");
script.src = bundle;
script.addEventListener("load", () => {
  window.SwaggerUIBundle({
    dom_id: "#root",
    url: "/api/openapi.json",
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    filter: true,
    tryItOutEnabled: true,
    syntaxHighlight: { theme: "tomorrow-night" },
    validatorUrl: null,
    plugins: [accessible],
  });
});
document.head.append(script);
