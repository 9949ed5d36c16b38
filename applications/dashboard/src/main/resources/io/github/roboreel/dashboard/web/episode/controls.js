import { useRef } from "preact/hooks";
import { html } from "../lib/html.js";
import { Icon } from "../lib/ui.js";
import { SPEEDS, stepNumber, stepOfNumber, timeText } from "./clock.js";
import { useClock, useClockState } from "./hooks.js";

const ICONS = {
  play: "M4.5 2.8v10.4l8.5-5.2z",
  pause: "M5 3v10M11 3v10",
  back: "M10.5 3.5L6 8l4.5 4.5",
  on: "M5.5 3.5L10 8l-4.5 4.5",
  first: "M11.5 3.5L7 8l4.5 4.5M4.5 3.5v9",
  last: "M4.5 3.5L9 8l-4.5 4.5M11.5 3.5v9",
  loop: "M3 7.5V7a3 3 0 0 1 3-3h6M10 2l2.2 2L10 6M13 8.5V9a3 3 0 0 1-3 3H4M6 14l-2.2-2L6 10",
};

/**
 * Buttons of the clock.
 *
 * @param seconds of the time after a step
 */
export function Controls({ transport, seconds, view, setView, live, children }) {
  useClockState(transport);
  const { playing, speed, loop } = transport;
  const hasRange = transport.from !== null || transport.to !== null;
  const [from, to] = transport.range;
  const button = (icon, text, run, more = {}) => html`<button
    type="button"
    class="button icon"
    title=${text}
    aria-label=${text.replace(/ \(.*\)$/, "")}
    onClick=${run}
    ...${more}
  ><${Icon} path=${ICONS[icon]} /></button>`;
  return html`<div class="controls" role="group" aria-label="Clock">
    ${button("first", "First step (Home)", () => transport.seek(from))}
    ${button("back", "One step back (←)", () => transport.by(-1))}
    <button
      type="button"
      class="button primary play"
      title=${playing ? "Pause (Space)" : "Play (Space)"}
      aria-label=${playing ? "Pause" : "Play"}
      onClick=${() => transport.toggle()}
    ><${Icon} path=${playing ? ICONS.pause : ICONS.play} /></button>
    ${button("on", "One step on (→)", () => transport.by(1))}
    ${button("last", "Last step (End)", () => transport.seek(to))}
    <${Readout} transport=${transport} seconds=${seconds} />
    <label class="control-label"><span class="visually-hidden">Speed</span>
      <select class="select" title="Speed (, and .)" value=${speed} onChange=${(event) => transport.setSpeed(Number(event.target.value))}>
        ${[...new Set([...SPEEDS, speed])].sort((a, b) => a - b).map((one) => html`<option key=${one} value=${one} selected=${one === speed}>${one}×</option>`)}
      </select>
    </label>
    ${button("loop", loop ? "Loop is on" : "Loop is off", () => transport.setLoop(!loop), { "aria-pressed": loop, class: "button icon toggle" })}
    ${hasRange
      ? html`<button type="button" class="chip on" title="Play everything (\\)" onClick=${() => transport.setRange(null, null)}>Steps ${stepNumber(from)} to ${stepNumber(to)} ✕</button>`
      : html`<span class="faint small hint"><kbd>[</kbd> <kbd>]</kbd> set a range</span>`}
    ${view &&
    html`<button type="button" class="chip on" title="Show all steps (0)" onClick=${() => setView(null)}>Zoom ${stepNumber(Math.round(view[0]))} to ${stepNumber(Math.round(view[1]))} ✕</button>`}
    ${live}
    <span class="grow"></span>
    ${children}
  </div>`;
}

/** The exact step, which can be typed, and the time. */
function Readout({ transport, seconds }) {
  const input = useRef(null);
  const time = useRef(null);
  useClock(transport, (position, step) => {
    if (document.activeElement !== input.current) input.current.value = stepNumber(step);
    time.current.textContent = `${timeText(seconds(step))} / ${timeText(seconds(Math.max(0, transport.steps - 1)))} s`;
  }, 0, [seconds]);
  const enter = (event) => {
    if (event.key === "Escape") input.current.blur();
    if (event.key !== "Enter") return;
    transport.pause();
    transport.seek(stepOfNumber(Number(input.current.value)));
    input.current.blur();
  };
  const leave = () => (input.current.value = stepNumber(transport.step));
  return html`<div class="readout">
    <label>Step <input class="input step-input" ref=${input} inputmode="numeric" aria-label="Step" onKeyDown=${enter} onBlur=${leave} /></label>
    <span class="muted">of ${transport.steps.toLocaleString("en-US")}</span>
    <span class="readout-time mono" ref=${time}></span>
  </div>`;
}
