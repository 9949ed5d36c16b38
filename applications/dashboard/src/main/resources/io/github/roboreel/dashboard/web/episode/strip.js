/* Layout of the strip of events, score and subtasks. Nothing here touches the page. */
import { stepOfNumber } from "./clock.js";

/** Place of a step on the strip, percent: step 0 at the left end, the last one at the right. */
export function percentOf(step, steps) {
  return steps > 1 ? (Math.max(0, Math.min(steps - 1, step)) / (steps - 1)) * 100 : 0;
}

/** Step under a place between 0 and 1 of the strip. */
export function stepAtFraction(fraction, steps) {
  return Math.round(Math.max(0, Math.min(1, fraction)) * Math.max(0, steps - 1));
}

/** Events that would stand on the same place as one mark: [{step, severity, events}]; the worst severity counts. */
export function marksOf(events, steps, places = 600) {
  const marks = new Map();
  for (const event of events) {
    const place = Math.round((percentOf(event.step, steps) / 100) * places);
    const mark = marks.get(place);
    if (!mark) marks.set(place, { step: event.step, severity: event.severity ?? "info", events: [event] });
    else {
      mark.events.push(event);
      if (rank(event.severity) > rank(mark.severity)) mark.severity = event.severity;
    }
  }
  return [...marks.values()];
}

const SEVERITIES = ["info", "good", "warning", "bad"];

function rank(severity) {
  return SEVERITIES.indexOf(severity ?? "info");
}

/** Points of the score as a staircase for an SVG of width 1000 and height 100; "" without one. */
export function scorePath(score, steps) {
  if (!score?.length) return "";
  const values = score.map(([, value]) => value).filter(Number.isFinite);
  const high = Math.max(1, ...values);
  const low = Math.min(0, ...values);
  const y = (value) => (95 - ((value - low) / (high - low)) * 90).toFixed(2);
  const x = (step) => (percentOf(step, steps) * 10).toFixed(2);
  let path = "";
  let level = y(low);
  path += `M0 ${level}`;
  for (const [step, value] of score) {
    if (!Number.isFinite(value)) continue;
    path += `H${x(step)}`;
    level = y(value);
    path += `V${level}`;
  }
  return `${path}H1000`;
}

/** Subtasks in as few lanes as possible without overlap: [{...subtask, lane}] and the number of lanes. */
export function lanesOf(subtasks) {
  const ends = [];
  const placed = (subtasks ?? [])
    .filter((subtask) => subtask.from !== null && subtask.from !== undefined)
    .sort((a, b) => a.from - b.from)
    .map((subtask) => {
      const { from } = subtask;
      let lane = ends.findIndex((end) => end <= from);
      if (lane < 0) lane = ends.push(0) - 1;
      ends[lane] = subtask.to ?? Infinity;
      return { ...subtask, lane };
    });
  return { placed, lanes: ends.length };
}

/** Steps that bear a label on the ruler: the first, those of round numbers and the last one, about so many. */
export function rulerSteps(steps, most) {
  const last = Math.max(1, steps - 1);
  const rough = last / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const each = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough);
  const marks = [0];
  for (let number = each; stepOfNumber(number) <= last * (1 - 1.4 / most); number += each) {
    if (number > 1) marks.push(stepOfNumber(number));
  }
  return steps > 1 ? [...marks, last] : marks;
}
