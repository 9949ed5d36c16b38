import { getColumns } from "../lib/api.js";
import { append, inParts } from "./columns.js";

const FIELDS_PER_REQUEST = 64;
const MAX_WIDTH = 4000;
const DETAIL_DELAY_MS = 90;
const RETRY_MS = 1000;

/**
 * Curves of one episode: an overview of all steps, and the detail of the range that is zoomed into where the overview is
 * thinned. A newer wish ends the requests of an older one.
 */
export class SeriesStore {
  #episode;
  #overview = new Map();
  #detail = new Map();
  #errors = new Map();
  #names = [];
  #view = null;
  #width = 800;
  #steps = 0;
  #onChange;
  #overviewAbort = new AbortController();
  #detailAbort = new AbortController();
  #timer = 0;
  #retried = 0;

  constructor(episode, onChange) {
    this.#episode = episode;
    this.#onChange = onChange;
  }

  /** Says which curves are wanted, how many pixels wide, and how many steps there are. */
  want(names, width, steps) {
    // Rows that are added reach the detail by themselves.
    const isOnlyLonger = steps > this.#steps && names.join("\n") === this.#names.join("\n");
    this.#width = Math.max(100, Math.min(MAX_WIDTH, Math.round(width)));
    this.#steps = steps;
    this.#names = names;
    const missing = names.filter((name) => !this.#overview.has(name) && !this.#errors.has(name));
    missing.forEach((name) => this.#overview.set(name, null));
    this.#load(missing, {}, this.#overview, this.#overviewAbort.signal);
    if (!isOnlyLonger) this.#wantDetail();
  }

  /** Zooms to [from, to] in steps, null for all. */
  zoom(view) {
    this.#view = view;
    if (!view) this.#detail.clear();
    this.#wantDetail();
  }

  /** What is known of a curve in the range that is shown: {x, y, rows, unit, min, max}, null when nothing is yet. */
  curve(name) {
    return this.#detail.get(name) ?? this.#overview.get(name) ?? null;
  }

  /** What is known of a curve at a step: the detail covers only what was zoomed into, and a margin. */
  curveAt(name, step) {
    const detail = this.#detail.get(name);
    const isInside = detail?.x.length > 0 && step >= detail.x[0] && step <= lastOf(detail);
    return isInside ? detail : (this.#overview.get(name) ?? null);
  }

  /** Why a curve cannot be shown, null when it can. */
  error(name) {
    return this.#errors.get(name) ?? null;
  }

  /** Points of an episode that grows: appended to the overviews, and to the details that reach the end. */
  add({ header, arrays }) {
    header.fields.forEach((field, i) => {
      const known = this.#overview.get(field.field);
      if (!known) return;
      const [x, y] = [arrays[2 * i], arrays[2 * i + 1]];
      const detail = this.#detail.get(field.field);
      if (detail && lastOf(detail) >= lastOf(known)) this.#detail.set(field.field, grown(detail, x, y));
      this.#overview.set(field.field, grown(known, x, y));
    });
    this.#onChange(header.fields.map((field) => field.field));
  }

  /** Last step that all wanted curves have, -1 when one has none; null while one is on its way. */
  get lastStep() {
    let last = Infinity;
    for (const name of this.#names) {
      if (this.#errors.has(name)) continue;
      const curve = this.#overview.get(name);
      if (!curve) return null;
      last = Math.min(last, lastOf(curve));
    }
    return last === Infinity ? null : last;
  }

  /** Asks again for curves that failed, at most once a second. */
  retry() {
    const failed = this.#names.filter((name) => this.#errors.has(name));
    if (failed.length === 0 || performance.now() - this.#retried < RETRY_MS) return;
    this.#retried = performance.now();
    failed.forEach((name) => {
      this.#errors.delete(name);
      if (!this.#overview.get(name)) this.#overview.delete(name);
    });
    this.want(this.#names, this.#width, this.#steps);
  }

  /** Forgets everything that was loaded, and loads it again: the episode has become another. */
  reload() {
    this.#end();
    this.#overviewAbort = new AbortController();
    this.#detailAbort = new AbortController();
    this.#overview.clear();
    this.#detail.clear();
    this.#errors.clear();
    this.want(this.#names, this.#width, this.#steps);
  }

  /** Ends all requests. */
  destroy() {
    this.#end();
    this.#onChange = () => {};
  }

  #end() {
    clearTimeout(this.#timer);
    this.#overviewAbort.abort();
    this.#detailAbort.abort();
  }

  #wantDetail() {
    clearTimeout(this.#timer);
    if (!this.#view) return;
    this.#timer = setTimeout(() => {
      this.#detailAbort.abort();
      this.#detailAbort = new AbortController();
      const [from, to] = this.#view;
      const margin = (to - from) / 4;
      const range = {
        from: Math.max(0, Math.floor(from - margin)),
        to: Math.min(this.#steps, Math.ceil(to + margin) + 1),
      };
      const thinned = this.#names.filter((name) => isThinned(this.#overview.get(name)));
      this.#load(thinned, range, this.#detail, this.#detailAbort.signal);
    }, DETAIL_DELAY_MS);
  }

  #load(names, range, into, signal) {
    for (const part of inParts(names, FIELDS_PER_REQUEST)) this.#loadPart(part, range, into, signal);
  }

  async #loadPart(names, range, into, signal) {
    try {
      const columns = await getColumns(
        `/episodes/${this.#episode}/series`,
        { field: names, ...range, width: Math.round(this.#width * (range.from === undefined ? 1 : 1.5)) },
        signal,
      );
      if (signal.aborted) return;
      for (const [name, curve] of curvesOf(columns, names)) into.set(name, curve);
      this.#onChange(names);
    } catch (error) {
      if (signal.aborted) return;
      const paths = [...new Set(names.map(pathOf))];
      if (paths.length > 1 && error.status !== undefined && error.status !== 401) {
        for (const path of paths) this.#loadPart(names.filter((name) => pathOf(name) === path), range, into, signal);
        return;
      }
      names.forEach((name) => this.#errors.set(name, error.message));
      this.#onChange(names);
    }
  }
}

/** The field that a name, `path` or `path[i]`, is of. */
const pathOf = (name) => name.replace(/\[\d+\]$/, "");

/** Curves of an answer by the names that were asked for: {x, y, rows, unit, min, max}. */
function curvesOf({ header, arrays }, names) {
  const rows = Math.min(header.to, header.rows) - header.from;
  return header.fields.map((field, i) => [
    names?.[i] ?? field.field,
    { x: arrays[2 * i], y: arrays[2 * i + 1], rows, unit: field.unit, min: field.min, max: field.max },
  ]);
}

function lastOf(curve) {
  return curve.x.length ? curve.x[curve.x.length - 1] : -1;
}

/** The curve with rows behind it, none of them thinned. */
function grown(curve, x, y) {
  const longer = append(curve, x, y);
  return { ...longer, rows: curve.rows + longer.x.length - curve.x.length };
}

/** Whether a curve holds fewer points than the rows it stands for. */
function isThinned(curve) {
  return curve !== null && curve !== undefined && curve.x.length < curve.rows;
}
