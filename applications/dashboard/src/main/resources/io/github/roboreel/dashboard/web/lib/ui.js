import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { ApiError, getBlob, isLong, url } from "./api.js";
import { NONE, interval, percent, sentence } from "./format.js";

/** Title of the browser's tab while the page is shown. */
export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} · RoboReel` : "RoboReel";
  }, [title]);
}

/** Icon of 16 px from a path; it has no meaning of its own. */
export function Icon({ path, size = 16 }) {
  return html`<svg
    width=${size}
    height=${size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  ><path d=${path} /></svg>`;
}

const KINDS = {
  recording: ["live", "Recording"],
  complete: ["", "Complete"],
  done: ["", "Complete"],
  removed: ["", "Removed"],
  incomplete: ["warn", "Incomplete"],
  "needs-recover": ["bad", "Needs recover"],
  unreadable: ["bad", "Unreadable"],
};

/** How a recording or an episode stands. */
export function StatusBadge({ status }) {
  const [kind, text] = KINDS[status] ?? ["", status ?? NONE];
  return html`<span class=${`badge ${kind}`}>${kind === "live" && html`<span class="dot"></span>`}${text}</span>`;
}

/** Success, failure, or not judged. */
export function Verdict({ success }) {
  if (success === true) return html`<span class="badge good">Success</span>`;
  if (success === false) return html`<span class="badge bad">Failure</span>`;
  return html`<span class="badge">Not judged</span>`;
}

/** A success rate with its interval as number and bar. */
export function Rate({ rate, range, counts }) {
  if (rate === null || rate === undefined) return html`<span class="faint">not judged</span>`;
  const [lo, hi] = range ?? [rate, rate];
  const text = `${counts ? `${counts}, ` : ""}95 % interval ${interval([lo, hi])}`;
  return html`<div class="rate" title=${text}>
    <span class="rate-value">${percent(rate)}<span class="visually-hidden"> %, ${text}</span></span>
    <div class="rate-bar" aria-hidden="true">
      <div class="rate-fill" style=${{ width: `${rate * 100}%` }}></div>
      <div class="rate-interval" style=${{ left: `${lo * 100}%`, width: `${Math.max(0, hi - lo) * 100}%` }}></div>
    </div>
  </div>`;
}

/** A number with its name. */
export function Stat({ name, value, unit, note, children }) {
  return html`<div class="stat">
    <dt>${name}</dt>
    <dd>${value}${unit && html` <span class="unit">${unit}</span>`}</dd>
    ${note && html`<dd class="note">${note}</dd>`}${children}
  </div>`;
}

/** A sentence that stands out: kind "info", "warn" or "bad". */
export function Notice({ kind = "info", children }) {
  return html`<div class=${`notice ${kind}`} role=${kind === "bad" ? "alert" : "status"}><div>${children}</div></div>`;
}

/** A failure of a request in one sentence. */
export function faultText(error) {
  if (!(error instanceof ApiError)) return "The server does not answer; it may have been stopped.";
  if (error.status === 401) return "This page may no longer ask the server: open the address that roboreel serve printed when it started.";
  return sentence(error.message);
}

/** What went wrong with an answer, and what to do. */
export function Problem({ error, retry, what }) {
  if (!error) return null;
  const text = error instanceof ApiError ? faultText(error) : `${faultText(error)} What is shown is from before.`;
  return html`<${Notice} kind="bad">
    ${what && html`<strong>${what} </strong>`}${text}
    ${retry && html` <button type="button" class="button link" onClick=${retry}>Try again</button>`}
  <//>`;
}

/** Nothing to show, and why. */
export function Empty({ title, children }) {
  return html`<div class="empty"><h2>${title}</h2><div>${children}</div></div>`;
}

/** Grey bars where something will be. */
export function Skeleton({ rows = 6, height = 20 }) {
  return html`<div class="stack" role="status" aria-label="Loading" aria-busy="true">
    ${Array.from({ length: rows }, () => html`<div class="skeleton" style=${{ height: `${height}px` }}></div>`)}
  </div>`;
}

/** Copies text; the button says so for a moment. */
function CopyButton({ text, label = "Copy" }) {
  const [done, setDone] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone("Copied");
    } catch {
      setDone("Select it and copy");
    }
    setTimeout(() => setDone(""), 1500);
  };
  return html`<button type="button" class="button" onClick=${copy} aria-live="polite">${done || label}</button>`;
}

/** A command line to copy. */
export function Command({ text }) {
  return html`<div class="command"><code>${text}</code><${CopyButton} text=${text} /></div>`;
}

/** A link that saves an answer as a file; what an address cannot hold is asked for when it is clicked. */
export function Download({ path, parameters, name, children }) {
  const [error, setError] = useState(null);
  if (!isLong(path, parameters)) return html`<a class="button" href=${url(path, parameters)} download=${name}>${children}</a>`;
  const save = async () => {
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await getBlob(path, parameters));
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
      setError(null);
    } catch (failure) {
      setError(failure);
    }
  };
  return html`<button type="button" class="button" onClick=${save}>${children}</button><${Problem} error=${error} />`;
}

/** A dialog that is open for as long as it is rendered. */
export function Dialog({ title, close, children }) {
  const element = useRef(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current.showModal();
    return () => before?.focus?.();
  }, []);
  const outside = (event) => event.target === element.current && close();
  return html`<dialog ref=${element} aria-labelledby=${id} onClose=${close} onClick=${outside}>
    <div class="dialog-head">
      <h2 id=${id}>${title}</h2>
      <button type="button" class="button icon" aria-label="Close" onClick=${close}>
        <${Icon} path="M4 4l8 8M12 4l-8 8" />
      </button>
    </div>
    <div class="dialog-body">${children}</div>
  </dialog>`;
}

/** A button that opens a panel below it; Escape or a click elsewhere closes it. The panel takes the focus of clicks on its text. */
export function Menu({ label, end, primary, children }) {
  const [isOpen, setOpen] = useState(false);
  const [isPastEdge, setPastEdge] = useState(false);
  const root = useRef(null);
  const panel = useRef(null);
  useLayoutEffect(() => {
    if (!isOpen) setPastEdge(false);
    else if (panel.current.getBoundingClientRect().right > document.documentElement.clientWidth) setPastEdge(true);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const outside = (event) => root.current?.contains(event.target) || setOpen(false);
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [isOpen]);
  const onKeyDown = (event) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    root.current.querySelector("button").focus();
  };
  return html`<div class="menu" ref=${root} onKeyDown=${onKeyDown}>
    <button
      type="button"
      class=${`button ${primary ? "primary" : ""}`}
      aria-expanded=${isOpen}
      onClick=${() => setOpen(!isOpen)}
    >
      ${label}<${Icon} path="M4 6l4 4 4-4" size="12" />
    </button>
    ${isOpen && html`<div ref=${panel} tabindex="-1" class=${`panel ${end || isPastEdge ? "end" : ""}`}>${typeof children === "function" ? children(() => setOpen(false)) : children}</div>`}
  </div>`;
}

/** Tabs whose choice is in the address: of [{id, label, count, href}]. */
export function Tabs({ label, tabs, chosen }) {
  return html`<nav class="tabs" aria-label=${label}>
    ${tabs.map(
      (tab) => html`<a class="tab" key=${tab.id} href=${tab.href} aria-current=${tab.id === chosen ? "page" : null}>
        ${tab.label}${tab.count !== undefined && html` <span class="count">${tab.count}</span>`}
      </a>`,
    )}
  </nav>`;
}
