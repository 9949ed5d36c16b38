/* Geometry of the view in space. Nothing here touches the page. */
import { stepNumber } from "./clock.js";

/** Edges of a box whose corner i is at the far end of x, y or z where bit 0, 1 or 2 of i is set: pairs of corners. */
export function boxEdges() {
  const edges = [];
  for (let corner = 0; corner < 8; corner += 1) {
    for (const bit of [1, 2, 4]) if (!(corner & bit)) edges.push([corner, corner | bit]);
  }
  return edges;
}

/** Middle and radius of all points, so that a view can hold them: {center: [x, y, z], radius}. */
export function extent(points) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    if (!isPoint(point)) continue;
    for (let i = 0; i < 3; i += 1) {
      low[i] = Math.min(low[i], point[i]);
      high[i] = Math.max(high[i], point[i]);
    }
  }
  if (!Number.isFinite(low[0])) return { center: [0, 0, 0], radius: 1 };
  const center = low.map((value, i) => (value + high[i]) / 2);
  return { center, radius: Math.max(0.05, Math.hypot(...low.map((value, i) => high[i] - value)) / 2) };
}

/** Whether three finite numbers. */
export function isPoint(point) {
  return Array.isArray(point) && point.length === 3 && point.every(Number.isFinite);
}

/** Everything of the tracks that has a place. */
export function allPoints(tracks) {
  const points = [...(tracks.ee ?? [])];
  for (const object of tracks.objects ?? []) points.push(...(object.positions ?? []));
  return points;
}

/** Distance between lines of a grid that has about so many over a length: 1, 2 or 5 times a power of ten. */
export function gridStep(length, lines = 8) {
  const rough = length / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
}

/** Stride that leaves at most so many places of a track. */
export function strideFor(steps, most = 2000) {
  return Math.max(1, Math.ceil(steps / most));
}

/** What the view shows, as a sentence for those who do not see it. */
export function describeTracks(tracks, index) {
  const at = (point) => (isPoint(point) ? point.map((value) => value.toFixed(3)).join(", ") : "unknown");
  const parts = [];
  if (tracks.ee?.length) parts.push(`end effector at ${at(tracks.ee[index])} m`);
  for (const object of tracks.objects ?? []) parts.push(`${object.name} at ${at(object.positions?.[index])} m`);
  return parts.length ? `Step ${stepNumber(tracks.steps?.[index] ?? index)}: ${parts.join("; ")}.` : "No positions.";
}
