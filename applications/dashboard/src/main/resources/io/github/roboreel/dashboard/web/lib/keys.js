import { useEffect } from "preact/hooks";

/* Keys of the page shown; the help dialog lists them. */

const bindings = new Set();

function isTyping(event) {
  const target = event.target;
  return target.matches?.("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select") ||
    target.isContentEditable;
}

window.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event) || document.querySelector("dialog[open]")) return;
  const all = [...bindings].reverse();
  const binding = all.find((one) => one.keys.includes(event.key) && !(one.when && !one.when(event)));
  if (!binding) return;
  event.preventDefault();
  binding.run(event);
});

/** All that is bound now: {keys, label, what, group, run}. */
export function boundKeys() {
  return [...bindings];
}

/**
 * Binds keys for as long as the part is shown.
 *
 * @param list of {keys: [values of KeyboardEvent.key], label: ["Space"], what: "Play or pause", group, run, when}
 */
export function useKeys(list, dependencies = []) {
  useEffect(() => {
    list.forEach((one) => bindings.add(one));
    return () => list.forEach((one) => bindings.delete(one));
  }, dependencies);
}
