/*
 * Arithmetic of the clock, whose step k is row k of the run file and frame k of each video. Its number, which people read
 * and write, counts from 1, as in event logs and commands. Nothing here touches the page.
 */

/** Speeds that the keys and the menu offer. */
export const SPEEDS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/** What a step is called where people read it. */
export function stepNumber(step) {
  return step + 1;
}

/** The step that is called so. */
export function stepOfNumber(number) {
  return number - 1;
}

/** A whole step between 0 and the last one; 0 when there is none. */
export function clampStep(step, steps) {
  const whole = Math.round(Number(step));
  return Number.isFinite(whole) ? Math.max(0, Math.min(whole, steps - 1)) : 0;
}

/** Frames that pass per step of the clock: 1, but where episodes of different rates share one clock. */
export function framesPerStep(fps, dt) {
  const ratio = fps * dt;
  return !(ratio > 0) || Math.abs(ratio - 1) < 0.02 ? 1 : ratio;
}

/** Frame that belongs to a step; offset is the step of the first frame. */
export function frameOfStep(step, offset = 0, ratio = 1) {
  return Math.floor((step - offset) * ratio + 1e-6);
}

/** Time to seek to, s: the middle of the frame, so that no rounding can show a neighbour. */
export function frameTime(frame, fps, frames = Infinity) {
  const inside = Math.max(0, Math.min(frame, frames - 1));
  return (inside + 0.5) / fps;
}

/** Frame that is on the screen, from the media time of the frame that was presented. */
export function frameOfTime(mediaTime, fps) {
  return Math.max(0, Math.round(mediaTime * fps));
}

/** First step at which a frame is due. */
export function stepOfFrame(frame, offset = 0, ratio = 1) {
  return Math.ceil(frame / ratio - 1e-6) + offset;
}

/** The next faster (direction 1) or slower (-1) of the speeds. */
export function nextSpeed(speed, direction) {
  const ahead = direction > 0 ? SPEEDS.find((one) => one > speed + 1e-9) : SPEEDS.findLast((one) => one < speed - 1e-9);
  return ahead ?? speed;
}

/** Range that is played: [first, last], both inclusive, from the ends that are set (null = none). */
export function playRange(from, to, steps) {
  const first = from === null ? 0 : clampStep(from, steps);
  const last = to === null ? steps - 1 : clampStep(to, steps);
  return first <= last ? [first, last] : [last, first];
}

/**
 * Where the clock stands once it reached a position (steps, with a fraction): inside the range it stays; behind it, it
 * begins again (loop) or stops at the last step.
 */
export function settle(position, [first, last], loop) {
  if (position < last + 1) return { position, wrapped: false, ended: false };
  return loop ? { position: first, wrapped: true, ended: false } : { position: last, wrapped: false, ended: true };
}

/**
 * How a camera that is so many frames ahead of the first one gets back to it: a changed rate for a small difference, a
 * seek for a large one.
 */
export function correction(ahead, speed) {
  if (Math.abs(ahead) > 3) return { rate: speed, seek: true };
  if (Math.abs(ahead) < 0.25) return { rate: speed, seek: false };
  const factor = 1 - Math.max(-0.3, Math.min(0.3, ahead * 0.3));
  return { rate: Math.max(0.0625, Math.min(16, speed * factor)), seek: false };
}

/** Step of the next (direction 1) or previous (-1) event, null when there is none. */
export function nextEvent(steps, step, direction) {
  const sorted = [...steps].sort((a, b) => a - b);
  const found = direction > 0 ? sorted.find((one) => one > step) : sorted.findLast((one) => one < step);
  return found ?? null;
}

/** Seconds as 1:02.367 or 2.367. */
export function timeText(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  const thousandths = Math.round(seconds * 1000);
  const minutes = Math.floor(thousandths / 60000);
  const rest = ((thousandths - minutes * 60000) / 1000).toFixed(3);
  return minutes ? `${minutes}:${rest.padStart(6, "0")}` : rest;
}

/** What a screen reader says of the clock. */
export function clockText(step, steps, seconds, playing) {
  return `step ${stepNumber(step)} of ${steps}, ${timeText(seconds)} seconds${playing ? ", playing" : ""}`;
}
