import { useEffect, useMemo, useRef } from "preact/hooks";
import { html } from "../lib/html.js";
import { clockText, stepNumber, timeText } from "./clock.js";
import { lanesOf, marksOf, percentOf, rulerSteps, scorePath, stepAtFraction } from "./strip.js";
import { useClock, useClockState, useWidth } from "./hooks.js";

/**
 * Strip of ruler, events, score and subtasks, which is the slider of the clock: a click seeks, a drag scrubs.
 *
 * @param seconds of the time after a step
 */
export function Timeline({ transport, seconds, events, view, label = "Step", rows }) {
  useClockState(transport);
  const [ref, width] = useWidth();
  const head = useRef(null);
  const slider = useRef(null);
  const { steps } = transport;

  useClock(transport, (position) => {
    const share = steps > 1 ? Math.min(1, position / (steps - 1)) : 0;
    head.current.style.transform = `translateX(${(share * width).toFixed(2)}px)`;
  }, 0, [width, steps]);
  useClock(transport, (position, step) => {
    slider.current.setAttribute("aria-valuenow", stepNumber(step));
    slider.current.setAttribute("aria-valuetext", clockText(step, steps, seconds(step), transport.playing));
  }, 250, [steps, seconds]);

  useEffect(() => {
    const element = ref.current;
    let isDown = false;
    const seek = (event) => {
      const box = element.getBoundingClientRect();
      transport.seek(stepAtFraction((event.clientX - box.left) / box.width, transport.steps));
    };
    const abort = new AbortController();
    const on = (name, listener) => element.addEventListener(name, listener, { signal: abort.signal });
    on("pointerdown", (event) => {
      if (event.button !== 0) return;
      isDown = true;
      element.setPointerCapture(event.pointerId);
      seek(event);
    });
    on("pointermove", (event) => isDown && seek(event));
    for (const name of ["pointerup", "pointercancel"]) on(name, () => (isDown = false));
    return () => abort.abort();
  }, [transport]);

  const [from, to] = transport.range;
  const hasRange = transport.from !== null || transport.to !== null;
  return html`<div class="timeline card">
    <div
      class="timeline-track"
      ref=${(node) => {
        ref.current = node;
        slider.current = node;
      }}
      role="slider"
      tabindex="0"
      aria-label=${label}
      aria-orientation="horizontal"
      aria-valuemin="1"
      aria-valuemax=${Math.max(1, steps)}
      aria-valuenow=${stepNumber(transport.step)}
      aria-valuetext=${clockText(transport.step, steps, seconds(transport.step), transport.playing)}
    >
      <${Ruler} steps=${steps} seconds=${seconds} width=${width} />
      ${(rows ?? [{ events }]).map((row, i) => html`<${Row} key=${i} row=${row} steps=${steps} />`)}
      ${hasRange &&
      html`<div class="timeline-range" style=${{ left: `${percentOf(from, steps)}%`, width: `${percentOf(to, steps) - percentOf(from, steps)}%` }}></div>`}
      ${view &&
      html`<div class="timeline-view" style=${{ left: `${percentOf(view[0], steps)}%`, width: `${percentOf(view[1], steps) - percentOf(view[0], steps)}%` }}></div>`}
      <div class="playhead strong" ref=${head}></div>
    </div>
  </div>`;
}

function Ruler({ steps, seconds, width }) {
  const marks = useMemo(() => rulerSteps(steps, Math.max(2, Math.floor(width / 130))), [steps, width]);
  return html`<div class="timeline-ruler" aria-hidden="true">
    ${marks.map((step) => {
      const percent = percentOf(step, steps);
      const edge = percent > 94 ? "end" : percent < 2 ? "start" : "";
      return html`<span class=${`tick ${edge}`} key=${step} style=${{ left: `${percent}%` }}>${stepNumber(step).toLocaleString("en-US")}<span class="faint"> · ${timeText(seconds(step))} s</span></span>`;
    })}
  </div>`;
}

/** Events, score and subtasks of one episode; `start` and `ratio` put another's steps onto the clock. */
function Row({ row, steps }) {
  const { events: document, start = 0, ratio = 1, name } = row;
  const place = (step) => start + step / ratio;
  const { marks, path, lanes } = useMemo(() => {
    const list = (document?.events ?? []).map((event) => ({ ...event, step: place(event.row) }));
    const score = (document?.score ?? []).map(([step, value]) => [place(step), value]);
    const placeOrNull = (step) => (Number.isFinite(step) ? place(step) : null);
    const subtasks = (document?.subtasks ?? []).map((one) => ({ ...one, from: placeOrNull(one.from), to: placeOrNull(one.to) }));
    return { marks: marksOf(list, steps), path: scorePath(score, steps), lanes: lanesOf(subtasks) };
  }, [document, steps, start, ratio]);
  return html`<div class="timeline-row" aria-hidden="true">
    ${name && html`<span class="timeline-name small faint">${name}</span>`}
    <div class="timeline-events">
      ${path &&
      html`<svg class="timeline-score" viewBox="0 0 1000 100" preserveAspectRatio="none">
        <path class="area" d=${`${path}V100H0Z`} /><path class="line" d=${path} vector-effect="non-scaling-stroke" />
      </svg>`}
      ${marks.map(
        (mark) => html`<span
          class=${`mark ${mark.severity}`}
          key=${mark.step}
          style=${{ left: `${percentOf(mark.step, steps)}%` }}
          title=${mark.events.map((event) => `${event.name} at step ${stepNumber(Math.round((event.step - start) * ratio))}`).join("\n")}
        ></span>`,
      )}
    </div>
    ${lanes.lanes > 0 &&
    html`<div class="timeline-lanes" style=${{ height: `${Math.min(lanes.lanes, 6) * 16}px` }}>
      ${lanes.placed.map((one) => {
        const left = percentOf(one.from, steps);
        const right = one.to === null ? 100 : percentOf(one.to, steps);
        return html`<span
          class=${`lane ${one.state ?? ""}`}
          key=${`${one.name}${one.from}`}
          style=${{ left: `${left}%`, width: `${Math.max(0.2, right - left)}%`, top: `${Math.min(one.lane, 5) * 16}px` }}
          title=${`${one.name}: ${one.state ?? "running"}`}
        >${one.name}</span>`;
      })}
    </div>`}
  </div>`;
}
