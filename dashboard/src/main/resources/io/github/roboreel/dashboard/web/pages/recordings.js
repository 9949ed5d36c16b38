import { html } from "../lib/html.js";

export function RecordingsPage() {
  return html`<p>Nothing here yet.</p>`;
}
