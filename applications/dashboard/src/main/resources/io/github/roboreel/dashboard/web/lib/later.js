import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Notice, Skeleton } from "./ui.js";

/** A page whose modules are loaded when it is shown for the first time. */
export function later(load, name) {
  let Page = null;
  return function Later(props) {
    const [state, setState] = useState(Page ? "loaded" : "loading");
    useEffect(() => {
      if (Page) return;
      load().then(
        (module) => {
          Page = module[name];
          setState("loaded");
        },
        () => setState("failed"),
      );
    }, []);
    if (state === "loaded") return html`<${Page} ...${props} />`;
    return html`<div class="page">
      ${state === "failed"
        ? html`<${Notice} kind="bad">This page could not be loaded; the server may have been stopped. Reload it when the server runs.<//>`
        : html`<${Skeleton} rows=${8} height=${28} />`}
    </div>`;
  };
}
