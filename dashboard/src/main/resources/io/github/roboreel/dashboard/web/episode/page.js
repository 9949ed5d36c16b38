import { html } from "../lib/html.js";

export function EpisodePage() {
  return html`<p>Nothing here yet.</p>`;
}
