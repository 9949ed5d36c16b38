/* Two episodes on one clock. Nothing here touches the page. */

/** "start" or "event:CODE" -> {kind, code}. */
export function parseAlign(text) {
  const match = /^event:(.+)$/.exec(text ?? "");
  return match ? { kind: "event", code: match[1] } : { kind: "start", code: null };
}

/** First event of an episode with the code, null without one. */
export function firstEvent(events, code) {
  return events?.find((event) => String(event.code) === String(code)) ?? null;
}

/** Kinds of events that both episodes have, as [{code, name}]. */
export function sharedEvents(a, b) {
  const codes = new Map();
  for (const event of a ?? []) if (firstEvent(b, event.code)) codes.set(String(event.code), event.name ?? `${event.code}`);
  return [...codes].map(([code, name]) => ({ code, name }));
}

/**
 * Where each episode begins on the common clock, whose steps are those of the first one: {starts: [a, b], steps,
 * ratio}; step s of the clock is step (s - starts[i]) of the first and (s - starts[1]) * ratio of the second, so many
 * steps of which pass per step of the clock.
 */
export function alignment(a, b, stepA = 0, stepB = 0) {
  const ratio = a.dt > 0 && b.dt > 0 && Math.abs(a.dt / b.dt - 1) > 1e-3 ? a.dt / b.dt : 1;
  const before = stepB / ratio;
  const start = Math.max(stepA, before);
  const starts = [Math.round(start - stepA), ratio === 1 ? start - before : Math.round(start - before)];
  const steps = Math.max(starts[0] + a.steps, starts[1] + Math.ceil(b.steps / ratio));
  return { starts, steps, ratio };
}

/** Step of one of the two episodes at a step of the clock; outside of it null. */
export function stepOf(clockStep, start, steps, ratio = 1) {
  const step = Math.floor((clockStep - start) * ratio + 1e-6);
  return step >= 0 && step < steps ? step : null;
}
