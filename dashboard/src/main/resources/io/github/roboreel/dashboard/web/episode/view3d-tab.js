import { html } from "../lib/html.js";

export function ViewTab() {
  return html`<p>Nothing here yet.</p>`;
}
