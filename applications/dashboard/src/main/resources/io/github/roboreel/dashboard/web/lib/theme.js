import { useEffect, useState } from "preact/hooks";

/* data-theme of the root is the theme shown; what the person chose is kept in this browser. */

const KEY = "roboreel-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "system";
  } catch {
    return "system";
  }
}

function apply() {
  const choice = kept();
  const system = dark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = choice === "system" ? system : choice;
  listeners.forEach((listener) => listener());
}

/** Shows the theme that was chosen, and follows the system's where none was. */
export function startTheme() {
  dark.addEventListener("change", apply);
  window.addEventListener("storage", (event) => event.key === KEY && apply());
  apply();
}

/** "light", "dark" or "system". */
export function themeChoice() {
  return kept();
}

/** Chooses "light", "dark" or "system". */
export function chooseTheme(choice) {
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    document.documentElement.dataset.theme = choice;
  }
  apply();
}

/** The theme shown, "light" or "dark"; canvases are drawn again when it changes. */
export function useTheme() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  useEffect(() => {
    const listener = () => setTheme(document.documentElement.dataset.theme);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  return theme;
}

/** Colour of a token such as "--accent" in the theme shown, for canvases. */
export function token(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
