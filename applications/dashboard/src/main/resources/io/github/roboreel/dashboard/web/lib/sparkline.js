import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { get } from "./api.js";
import { useLive } from "./live.js";
import { number } from "./format.js";

const KEPT = 120;
const POLL_MS = 2000;

/** A small line of the newest values; its text says the range. */
function Sparkline({ values, label, width = 120, height = 24 }) {
  const known = values.filter((value) => typeof value === "number");
  if (known.length < 2) return html`<svg width=${width} height=${height} aria-hidden="true"></svg>`;
  const lo = Math.min(...known);
  const hi = Math.max(...known);
  const x = (i) => ((i + KEPT - values.length) / (KEPT - 1)) * (width - 2) + 1;
  const y = (value) => height - 2 - ((value - lo) / (hi - lo || 1)) * (height - 4);
  const points = values.map((value, i) => (typeof value === "number" ? `${x(i).toFixed(1)},${y(value).toFixed(1)}` : "")).filter(Boolean);
  return html`<svg class="sparkline" width=${width} height=${height} role="img" aria-label=${`${label}: between ${number(lo)} and ${number(hi)} in the last ${values.length} values`}>
    <polyline points=${points.join(" ")} fill="none" stroke="currentColor" stroke-width="1.25" />
  </svg>`;
}

const MEASURES = [
  ["steps_per_second", "Steps per second", "1/s"],
  ["backlog", "Backlog", "rows"],
  ["waits", "Waits", ""],
  ["drops", "Drops", ""],
  ["durable_lag_steps", "Durable lag", "steps"],
];

/** How the recorder of a recording in progress is doing: {values, series, error}, by messages or else by asking. */
function useHealth(recording, isOn = true) {
  const series = useRef({});
  const heard = useRef(0);
  const [values, setValues] = useState(null);
  const [error, setError] = useState(null);
  const take = (health) => {
    for (const [name] of MEASURES) {
      series.current[name] = [...(series.current[name] ?? []), health[name] ?? null].slice(-KEPT);
    }
    setValues(health);
    setError(null);
  };
  useLive("health", (health) => {
    if (!isOn || health.recording !== recording) return;
    heard.current = performance.now();
    take(health);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const abort = new AbortController();
    const ask = () => {
      if (document.hidden || performance.now() - heard.current < 2 * POLL_MS) return;
      get(`/live/health/${recording}`, {}, abort.signal).then(take, (e) => abort.signal.aborted || setError(e));
    };
    ask();
    const timer = setInterval(ask, POLL_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [recording, isOn]);
  return { values, series: series.current, error };
}

/** Health as numbers with sparklines. */
export function Health({ recording }) {
  const { values, series, error } = useHealth(recording);
  const isKnown = values && MEASURES.some(([name]) => typeof values[name] === "number");
  if (!isKnown) {
    const why = error?.message ?? values?.detail;
    const text = why ? `Not known how the recorder fares: ${why}.` : "Asking the recorder…";
    return html`<p class=${`small health-none ${values?.status === "dead" ? "bad" : "muted"}`} role="status">${text}</p>`;
  }
  return html`<dl class="health">
    ${MEASURES.map(
      ([name, text, unit]) => html`<div key=${name} class=${name === "drops" && values[name] > 0 ? "bad" : ""}>
        <dt>${text}</dt>
        <dd>
          <span>${number(values[name])} <span class="unit">${unit}</span></span>
          <${Sparkline} values=${series[name] ?? []} label=${text} />
        </dd>
      </div>`,
    )}
  </dl>`;
}
