import { useKeys } from "../lib/keys.js";
import { nextEvent, nextSpeed } from "./clock.js";

function isControl(event) {
  return Boolean(event.target.closest?.("button, a, summary, [role=tree], dialog"));
}

function isList(event) {
  return Boolean(event.target.closest?.("[data-own-arrows]"));
}

/** Keys of the clock; the more that a page adds are of the same form. */
export function useClockKeys(transport, { eventSteps, more = [] }, dependencies = []) {
  const jump = (direction) => {
    const step = nextEvent(eventSteps(), transport.step, direction);
    if (step === null) return;
    transport.pause();
    transport.seek(step);
  };
  const group = "Clock";
  useKeys(
    [
      { keys: [" "], label: ["Space"], what: "Play or pause", group, run: () => transport.toggle(), when: (event) => !isControl(event) },
      { keys: ["ArrowLeft", "ArrowRight"], label: ["←", "→"], what: "One step; with Shift ten", group, run: (event) => transport.by((event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1)), when: (event) => !isList(event) },
      { keys: ["Home"], label: ["Home"], what: "First step", group, run: () => transport.by(transport.range[0] - transport.step), when: (event) => !isList(event) },
      { keys: ["End"], label: ["End"], what: "Last step", group, run: () => transport.by(transport.range[1] - transport.step), when: (event) => !isList(event) },
      { keys: ["n"], what: "Next event", group, run: () => jump(1) },
      { keys: ["p"], what: "Previous event", group, run: () => jump(-1) },
      { keys: [","], what: "Slower", group, run: () => transport.setSpeed(nextSpeed(transport.speed, -1)) },
      { keys: ["."], what: "Faster", group, run: () => transport.setSpeed(nextSpeed(transport.speed, 1)) },
      { keys: ["["], what: "Range begins here", group, run: () => transport.setRange(transport.step, transport.to !== null && transport.to < transport.step ? null : transport.to) },
      { keys: ["]"], what: "Range ends here", group, run: () => transport.setRange(transport.from !== null && transport.from > transport.step ? null : transport.from, transport.step) },
      { keys: ["\\"], what: "No range", group, run: () => transport.setRange(null, null) },
      ...more,
    ],
    [transport, ...dependencies],
  );
}

/** Whether the arrows up and down belong to the element with the focus. */
export function ownsArrows(event) {
  return isList(event) || Boolean(event.target.closest?.("[role=tree], select, input"));
}
