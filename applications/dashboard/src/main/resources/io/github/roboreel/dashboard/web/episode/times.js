/* Simulated times of steps, as they are stored. Nothing here touches the page. */
import { indexAtOrBefore } from "./columns.js";

/** The field that holds the time after each step, s. */
export const SIM_TIME = "timestamps/sim_time_s";

/**
 * Time after a step in a curve of stored times, s: between the points of a thinned one on the line that joins them,
 * behind the last by the period; null where nothing is known.
 */
export function timeIn(curve, step, dt) {
  const at = curve ? indexAtOrBefore(curve.x, step) : -1;
  if (at < 0) return null;
  const { x, y } = curve;
  if (at === x.length - 1) return y[at] + (step - x[at]) * dt;
  return y[at] + ((step - x[at]) / (x[at + 1] - x[at])) * (y[at + 1] - y[at]);
}
