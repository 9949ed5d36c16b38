import { html } from "../lib/html.js";
import { usePlace } from "../lib/router.js";
import { useTitle } from "../lib/ui.js";

/** Said at an address that is none of a page. */
export function UnknownPage() {
  useTitle("Unknown page");
  return html`<div class="page">
    <div class="page-head"><h1>Unknown page</h1></div>
    <p>There is no page <span class="mono">${usePlace().path}</span>.</p>
    <p><a href="#/">Go to the list of recordings</a></p>
  </div>`;
}
