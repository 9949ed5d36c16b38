import { html } from "../lib/html.js";

export function PairPage() {
  return html`<p>Nothing here yet.</p>`;
}
