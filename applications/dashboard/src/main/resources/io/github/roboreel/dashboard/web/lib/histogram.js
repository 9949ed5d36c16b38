import { html } from "./html.js";
import { count, number, plural } from "./format.js";

const WIDTH = 360;
const HEIGHT = 120;
const FOOT = 18;
const OUTCOMES = [
  ["success", "Success", "good"],
  ["failure", "Failure", "bad"],
  ["not_judged", "Not judged", "none"],
];

function bar(histogram, i, most, bins, { scale, linkOf, unit }) {
  const lo = histogram.edges[i];
  const hi = histogram.edges[i + 1];
  const parts = OUTCOMES.map(([key, , kind]) => [kind, histogram[key]?.[i] ?? 0]);
  const all = parts.reduce((sum, [, n]) => sum + n, 0);
  if (all === 0) return null;
  const step = WIDTH / bins;
  let y = HEIGHT;
  const rects = parts.map(([kind, n]) => {
    const height = (n / most) * (HEIGHT - 14);
    y -= height;
    return n > 0 && html`<rect key=${kind} class=${`bar-${kind}`} x=${i * step + 0.5} y=${y} width=${Math.max(0.5, step - 1)} height=${height} />`;
  });
  const text = `${number(lo * scale)} to ${number(hi * scale)}${unit ? ` ${unit}` : ""}: ${plural(all, "episode")}`;
  const content = html`<title>${text}</title>
    <rect class="bar-hit" x=${i * step} y="0" width=${step} height=${HEIGHT} />${rects}`;
  const href = linkOf?.(lo, hi);
  return href ? html`<a key=${i} href=${href} aria-label=${text}>${content}</a>` : html`<g key=${i}>${content}</g>`;
}

function Ticks({ edges, scale }) {
  const bins = edges.length - 1;
  const at = [0, Math.floor(bins / 2), bins];
  return at.map((i, k) => html`<text
    key=${i}
    x=${(i / bins) * WIDTH}
    y=${HEIGHT + 13}
    text-anchor=${k === 0 ? "start" : k === 1 ? "middle" : "end"}
  >${number(edges[i] * scale)}</text>`);
}

/**
 * How values are distributed, successes, failures and others on each other; a bar leads to its episodes. A table that
 * screen readers see says the same.
 */
export function Histogram({ label, histogram, unit, scale = 1, linkOf }) {
  const edges = histogram?.edges ?? [];
  const bins = edges.length - 1;
  const totals = Array.from({ length: Math.max(0, bins) }, (_, i) => OUTCOMES.reduce((sum, [key]) => sum + (histogram[key]?.[i] ?? 0), 0));
  const most = Math.max(0, ...totals);
  if (most === 0) return html`<p class="muted small histogram-none">No values to draw.</p>`;
  return html`<figure class="histogram">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="group" aria-label=${`${label}: histogram`}>
      <line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT} y2=${HEIGHT} />
      ${totals.map((_, i) => bar(histogram, i, most, bins, { scale, linkOf, unit }))}
      <g aria-hidden="true"><text x="0" y="9">${count(most)}</text><${Ticks} edges=${edges} scale=${scale} /></g>
    </svg>
    <table class="visually-hidden">
      <caption>${label}</caption>
      <thead><tr><th scope="col">Range</th>${OUTCOMES.map(([key, text]) => html`<th scope="col" key=${key}>${text}</th>`)}</tr></thead>
      <tbody>
        ${totals.map(
          (_, i) => html`<tr key=${i}>
            <th scope="row">${number(edges[i] * scale)} to ${number(edges[i + 1] * scale)}</th>
            ${OUTCOMES.map(([key]) => html`<td key=${key}>${count(histogram[key]?.[i] ?? 0)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </figure>`;
}

/** What the colours of histograms mean. */
export function HistogramLegend() {
  return html`<ul class="outcome-legend">
    ${OUTCOMES.map(([key, text, kind]) => html`<li key=${key}><span class=${`outcome-swatch ${kind}`} aria-hidden="true"></span>${text}</li>`)}
  </ul>`;
}
