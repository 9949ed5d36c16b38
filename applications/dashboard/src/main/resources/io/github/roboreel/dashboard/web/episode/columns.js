/* Columns of plots: joined, appended, looked up. Nothing here touches the page. */

/**
 * Joins curves with x values of their own into one table as uPlot wants it: [x, y, y...]. Where a curve has no point,
 * its value is undefined (the line continues); where it has one without a value (NaN), null (the line breaks). A curve may
 * hold one x several times, as M4 does not; the last one then counts.
 */
export function joinColumns(curves) {
  if (curves.length > 0 && curves.every((curve) => sameSteps(curve.x, curves[0].x))) {
    return [curves[0].x, ...curves.map((curve) => Array.from(curve.y, valueOrGap))];
  }
  const x = unionOf(curves.map((curve) => curve.x));
  const columns = curves.map((curve) => {
    const column = new Array(x.length);
    let at = 0;
    for (let i = 0; i < curve.x.length; i += 1) {
      while (x[at] < curve.x[i]) at += 1;
      column[at] = valueOrGap(curve.y[i]);
    }
    return column;
  });
  return [x, ...columns];
}

/** Ascending values that occur in any of the ascending lists, each once. */
function unionOf(lists) {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let filled = 0;
  for (const list of lists) {
    all.set(list, filled);
    filled += list.length;
  }
  all.sort();
  let kept = 0;
  for (let i = 0; i < all.length; i += 1) {
    if (i === 0 || all[i] !== all[i - 1]) {
      all[kept] = all[i];
      kept += 1;
    }
  }
  return all.subarray(0, kept);
}

/** Index of the last value that is not above the limit, -1 when there is none. */
export function indexAtOrBefore(ascending, limit) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Value of a curve at a step: the row itself, or the last one before it that is known; null without one. */
export function valueAt(curve, step) {
  const index = indexAtOrBefore(curve.x, step);
  if (index < 0) return null;
  const value = curve.y[index];
  return Number.isFinite(value) ? value : null;
}

/** Whether the curve has this very row. */
export function hasRow(curve, step) {
  const index = indexAtOrBefore(curve.x, step);
  return index >= 0 && curve.x[index] === step;
}

/** The curve with newer points behind it; points that it has already are left out. */
export function append(curve, x, y) {
  const last = curve.x.length ? curve.x[curve.x.length - 1] : -Infinity;
  const from = indexAtOrBefore(x, last) + 1;
  if (from >= x.length) return curve;
  return { ...curve, x: concat(curve.x, x.subarray(from)), y: concat(curve.y, y.subarray(from)) };
}

/** The curve with all steps shifted. */
export function shifted(curve, offset, ratio = 1) {
  if (offset === 0 && ratio === 1) return curve;
  return { ...curve, x: curve.x.map((step) => step * ratio + offset) };
}

/** Lists cut into parts of at most so many. */
export function inParts(list, size) {
  const parts = [];
  for (let i = 0; i < list.length; i += size) parts.push(list.slice(i, i + size));
  return parts;
}

function sameSteps(a, b) {
  if (a === b) return true;
  if (a.length !== b.length || a[0] !== b[0] || a[a.length - 1] !== b[b.length - 1]) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

function valueOrGap(value) {
  return Number.isFinite(value) ? value : null;
}

function concat(a, b) {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
