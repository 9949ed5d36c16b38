import { useEffect, useMemo, useRef } from "preact/hooks";
import { html } from "../lib/html.js";
import { number } from "../lib/format.js";
import { indexAtOrBefore } from "./columns.js";
import { timeText } from "./clock.js";
import { useSlowStep } from "./hooks.js";

const MOST = 1000;

/** List of the events; the one that happened last is marked and kept in sight, a click seeks to it. */
export function EventList({ document, error, transport }) {
  const list = useRef(null);
  const events = useMemo(() => [...(document?.events ?? [])].sort((a, b) => a.row - b.row), [document]);
  const step = useSlowStep(transport, 100);
  const current = indexAtOrBefore(events.map((event) => event.row), step);
  const first = Math.max(0, Math.min(current - MOST / 2, events.length - MOST));
  const shown = events.slice(first, first + MOST);
  useEffect(() => {
    const element = list.current?.querySelector("[aria-current]");
    if (!element) return;
    const box = list.current;
    const top = element.offsetTop;
    if (top < box.scrollTop || top + element.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 3;
    }
  }, [current]);
  const counts = `${events.length.toLocaleString("en-US")}`;
  return html`<section class="card events" aria-label="Events">
    <div class="card-head"><h2>Events</h2><span class="faint small">${counts}</span></div>
    ${error && html`<p class="pad bad small">${error.message}</p>`}
    ${!error && events.length === 0 && html`<p class="pad faint">${document ? "No events were recorded." : "Loading"}</p>`}
    <ol class="event-list" ref=${list} tabindex=${events.length ? "0" : null} data-own-scroll>
      ${shown.map((event, i) => {
        const isPast = event.row <= step;
        return html`<li key=${first + i}>
          <button
            type="button"
            class=${`event ${event.severity ?? "info"} ${isPast ? "past" : ""}`}
            aria-current=${first + i === current ? "step" : null}
            onClick=${() => {
              transport.pause();
              transport.seek(event.row);
            }}
          >
            <span class="event-mark" aria-hidden="true"></span>
            <span class="event-step mono">${event.step}</span>
            <span class="event-text">
              <span class="event-name">${event.name ?? event.code}<span class="visually-hidden">, ${event.severity}, at ${timeText(event.time_s)} seconds</span></span>
              ${event.info && html`<span class="faint small">${event.info}</span>`}
            </span>
            ${event.score !== null && event.score !== undefined && html`<span class="event-score mono faint">${number(event.score, 3)}</span>`}
          </button>
        </li>`;
      })}
    </ol>
    ${events.length > MOST && html`<p class="pad faint small">Those about the step are listed, ${MOST} of ${counts}.</p>`}
  </section>`;
}
