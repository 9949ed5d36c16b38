import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { address, usePlace } from "./router.js";
import { boundKeys, useKeys } from "./keys.js";
import { useConnection, useLive } from "./live.js";
import { chooseTheme, themeChoice, useTheme } from "./theme.js";
import { Dialog, Icon } from "./ui.js";

/* Pages of the navigation; those with `keeps` stay with the recordings that were chosen. */
const NAVIGATION = [
  { page: "", text: "Recordings", also: ["recordings", "recording"] },
  { page: "episodes", text: "Episodes", keeps: true, also: ["episode", "pair"] },
  { page: "compare", text: "Compare", keeps: true },
  { page: "metrics", text: "Results", keeps: true },
  { page: "tasks", text: "Tasks" },
  { page: "problems", text: "Problems", keeps: true },
  { page: "live", text: "Live" },
];

const STATES = {
  open: ["Connected", "The page follows what is recorded"],
  connecting: ["Connecting", "Connecting to the server"],
  lost: ["Offline", "The connection to the server is lost; the page tries again"],
  closed: ["Paused", "The page does not follow while it is hidden"],
};

const THEMES = ["system", "light", "dark"];
const THEME_ICONS = {
  system: "M2.5 3h11v7.5h-11zM6 13.5h4",
  light: "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7",
  dark: "M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5 5.8 5.8 0 1 0 13.5 9.6z",
};

function chosenRecordings(place) {
  if (place.page === "recording") return place.ids.slice(0, 1);
  return place.query.getAll("recording");
}

function Connection() {
  const state = useConnection();
  useLive("hello", () => {});
  const [text, title] = STATES[state];
  return html`<span class="connection" data-state=${state} role="status" title=${title}>
    <span class="dot" aria-hidden="true"></span><span>${text}</span><span class="visually-hidden">${title}</span>
  </span>`;
}

function ThemeSwitch() {
  useTheme();
  const [choice, setChoice] = useState(themeChoice());
  const next = THEMES[(THEMES.indexOf(choice) + 1) % THEMES.length];
  const change = () => {
    chooseTheme(next);
    setChoice(next);
  };
  const text = `Theme: ${choice}. Change to ${next}`;
  return html`<button type="button" class="button icon" title=${text} aria-label=${text} onClick=${change}>
    <${Icon} path=${THEME_ICONS[choice]} />
  </button>`;
}

function HelpDialog({ close }) {
  const groups = new Map();
  for (const one of boundKeys()) {
    const group = one.group ?? "This page";
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return html`<${Dialog} title="Keyboard" close=${close}>
    ${[...groups].map(
      ([group, keys]) => html`<section key=${group}>
        <h3>${group}</h3>
        <dl class="keys">
          ${keys.map(
            (one) => html`<div><dt>${(one.label ?? one.keys).map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${one.what}</dd></div>`,
          )}
        </dl>
      </section>`,
    )}
  <//>`;
}

function focusSearch() {
  const input = document.querySelector("[data-search]");
  input?.focus();
  input?.select?.();
}

/** Frame of every page: navigation, connection, theme, help. */
export function Shell({ children }) {
  const place = usePlace();
  const [help, setHelp] = useState(false);
  const recording = chosenRecordings(place);
  useKeys([
    { keys: ["?"], what: "This help", group: "Everywhere", run: () => setHelp(true) },
    { keys: ["/"], what: "Search", group: "Everywhere", run: focusSearch },
  ]);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [place.path]);
  const skip = (event) => {
    event.preventDefault();
    document.getElementById("main").focus();
  };
  return html`<a class="skip-link" href="#main" onClick=${skip}>Skip to the content</a>
    <header class="topbar">
      <a class="brand" href="#/" aria-label="RoboReel, all recordings">
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <circle cx="9" cy="9" r="7.5" fill="none" stroke="currentColor" stroke-width="2" />
          <circle cx="9" cy="9" r="2.6" fill="currentColor" />
        </svg>
        <span>RoboReel</span>
      </a>
      <nav class="nav" aria-label="Pages">
        ${NAVIGATION.map(
          ({ page, text, keeps, also }) => html`<a
            key=${page}
            href=${address(page, keeps ? { recording } : {})}
            aria-current=${page === place.page || also?.includes(place.page) ? "page" : null}
          >${text}</a>`,
        )}
      </nav>
      <div class="topbar-end">
        <${Connection} />
        <${ThemeSwitch} />
        <button type="button" class="button icon" title="Keyboard help" aria-label="Keyboard help" onClick=${() => setHelp(true)}>
          <${Icon} path="M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1v.4M8 11.7v.1M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13" />
        </button>
      </div>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    ${help && html`<${HelpDialog} close=${() => setHelp(false)} />`}`;
}
