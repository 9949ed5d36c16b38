import { useEffect, useState } from "preact/hooks";

/* The address holds everything that a page shows: /#/<page>/<id>...?name=value. */

const listeners = new Set();

function tell() {
  listeners.forEach((listener) => listener());
}

window.addEventListener("hashchange", tell);

/** Pages of one thing, by the names of the lists that hold it. */
const SINGULAR = { recordings: "recording", episodes: "episode" };

/** Where the page stands: {page, ids, query (URLSearchParams), path}; /recordings/<id> is /recording/<id>. */
export function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...ids] = path.split("/").filter(Boolean);
  return { page: ids.length > 0 && Object.hasOwn(SINGULAR, page) ? SINGULAR[page] : page, ids, query: new URLSearchParams(query), path };
}

/** A path with values behind it: a list gives its name repeatedly, null, "" and an empty list are left out. */
export function withQuery(path, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") query.append(name, one);
    }
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Address of a page. */
export function address(path, values) {
  return `#/${withQuery(path, values)}`;
}

/** Goes to a page, which the back button leaves again. */
export function go(path, values) {
  location.hash = address(path, values);
}

/** Changes values of the address without an entry for the back button; null removes one. */
export function setQuery(values) {
  const { path, query } = place();
  const all = {};
  for (const name of query.keys()) all[name] = query.getAll(name);
  history.replaceState(null, "", address(path, { ...all, ...values }));
  tell();
}

/** The place; the part is drawn again whenever it changes. */
export function usePlace() {
  const [now, setNow] = useState(place);
  useEffect(() => {
    const listener = () => setNow(place());
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  return now;
}
