/* Numbers, times and sizes as people read them. "–" stands for no value. */

/** What is shown where there is no value. */
export const NONE = "–";

const grouped = new Intl.NumberFormat("en-US");

function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

/** 12345 -> "12,345". */
export function count(value) {
  return isNumber(value) ? grouped.format(value) : NONE;
}

/** A number with three digits that count: 0.0123, 12.3, 1,234; whole numbers as they are. */
export function number(value, digits = 3) {
  return isNumber(value) && Number.isInteger(value) ? grouped.format(value) : measured(value, digits);
}

/** A number with three digits that count, also a whole one: 2.00. */
export function measured(value, digits = 3) {
  if (!isNumber(value)) return NONE;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(digits - 1);
  if (size >= 1000) return grouped.format(Math.round(value));
  const decimals = size === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return value.toFixed(Math.min(decimals, 6));
}

/** A number with that many decimals. */
export function fixed(value, decimals) {
  return isNumber(value) ? value.toFixed(decimals) : NONE;
}

/** 0.8333 -> "83.3". */
export function percent(value) {
  return isNumber(value) ? (value * 100).toFixed(1) : NONE;
}

/** [0.61, 0.94] -> "61.0 to 94.0 %". */
export function interval(range) {
  return Array.isArray(range) && range.every(isNumber) ? `${percent(range[0])} to ${percent(range[1])} %` : NONE;
}

/** Seconds as "0.42 s", "12.3 s", "4 min 05 s", "2 h 10 min". */
export function seconds(value) {
  if (!isNumber(value)) return NONE;
  if (value < 10) return `${value.toFixed(2)} s`;
  if (value < 60) return `${value.toFixed(1)} s`;
  const whole = Math.round(value);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} min`;
}

/** Bytes as "1.2 GB". */
export function bytes(value) {
  if (!isNumber(value)) return NONE;
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

function moment(value) {
  const time = typeof value === "number" && value < 1e11 ? value * 1000 : value;
  const date = new Date(time);
  return value === null || value === undefined || Number.isNaN(date.getTime()) ? null : date;
}

/** "2026-11-24 17:20", local time. */
export function dateTime(value) {
  const date = moment(value);
  if (!date) return NONE;
  const two = (n) => String(n).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** "5 min ago". */
export function ago(value) {
  const date = moment(value);
  if (!date) return NONE;
  const past = Math.max(0, (Date.now() - date.getTime()) / 1000);
  if (past < 60) return "just now";
  if (past < 3600) return `${Math.floor(past / 60)} min ago`;
  if (past < 86400) return `${Math.floor(past / 3600)} h ago`;
  return `${Math.floor(past / 86400)} d ago`;
}

/** "there is none" -> "There is none." */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:]$/.test(whole) ? whole : `${whole}.`;
}

/** "1 episode", "2 episodes". */
export function plural(value, noun, nouns = `${noun}s`) {
  return `${count(value)} ${value === 1 ? noun : nouns}`;
}

/** ee_path_length -> "EE path length"; names from files stay as they are but for underscores. */
export function label(name) {
  const text = name.replace(/_/g, " ").replace(/\bee\b/g, "EE").replace(/\bisj\b/g, "ISJ");
  const known = text.replace(/\bsparc\b/g, "SPARC").replace(/\brmse\b/g, "RMSE");
  return known.charAt(0).toUpperCase() + known.slice(1);
}

/** A unit as people write it, m^2/s^5 as m²/s⁵; "" for one of a plain number. */
export function unitText(unit) {
  const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  return !unit || unit === "1" ? "" : unit.replace(/\^(\d)/g, (_, digit) => raised[digit]);
}
