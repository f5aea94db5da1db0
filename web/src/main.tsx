import "@fontsource-variable/inter/wght.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import "./app/global.css";
import { collectArrival } from "@/screens/entry/gate/arrival";
import { collectAddress } from "@/screens/entry/gate/requested-address";
import { createStore } from "./app/store";
import { StyleNonce } from "./app/style-nonce";

collectArrival();
collectAddress();

const root = document.getElementById("root");
if (!root) throw new Error("index.html lacks the element with id root");

createRoot(root).render(
  <StrictMode>
    <StyleNonce>
      <App store={createStore()} />
    </StyleNonce>
  </StrictMode>,
);
