import { useEffect, useState } from "preact/hooks";
import { url } from "./api.js";

/*
 * The one EventSource of this tab: a browser gives all tabs of an origin six connections together, so it is closed
 * while the tab is hidden, and while nothing listens.
 */

const RETRY_MS = 5000;
const listeners = new Map();
const states = new Set();
let source = null;
let state = "closed";
let lastId = "";
let retry = 0;
let gaps = 0;

function become(next) {
  if (state === next) return;
  state = next;
  states.forEach((listener) => listener(state));
}

function hear(kind) {
  source.addEventListener(kind, (message) => {
    if (message.lastEventId) lastId = message.lastEventId;
    const body = JSON.parse(message.data);
    listeners.get(kind)?.forEach((listener) => listener(body));
  });
}

function open() {
  if (source || document.hidden || listeners.size === 0) return;
  become("connecting");
  source = new EventSource(url("/live", { after: lastId }));
  source.onopen = () => {
    become("open");
    if (gaps > 0) listeners.get("resumed")?.forEach((listener) => listener({ gaps }));
    gaps += 1;
  };
  source.onerror = () => {
    become("lost");
    if (source?.readyState !== EventSource.CLOSED) return;
    close("lost");
    retry = setTimeout(open, RETRY_MS);
  };
  for (const kind of listeners.keys()) hear(kind);
}

function close(next) {
  clearTimeout(retry);
  source?.close();
  source = null;
  become(next);
}

document.addEventListener("visibilitychange", () => (document.hidden ? close("closed") : open()));
window.addEventListener("pagehide", () => close("closed"));
window.addEventListener("pageshow", open);

/**
 * Calls the listener with the body of each message of that kind: hello, recording, rows, episode, event, video, health,
 * gone; "resumed" after a pause, in which messages may have been missed. Gives the function that ends it.
 */
export function subscribe(kind, listener) {
  const known = listeners.get(kind);
  if (known) {
    known.add(listener);
  } else {
    listeners.set(kind, new Set([listener]));
    if (source) hear(kind);
  }
  open();
  return () => listeners.get(kind)?.delete(listener);
}

/** "open", "connecting", "lost" or "closed"; the part is drawn again whenever it changes. */
export function useConnection() {
  const [now, setNow] = useState(state);
  useEffect(() => {
    states.add(setNow);
    setNow(state);
    return () => states.delete(setNow);
  }, []);
  return now;
}

/** Hears one kind of message for as long as the part is shown; the newest listener is called. */
export function useLive(kind, listener) {
  const [holder] = useState({});
  holder.listener = listener;
  useEffect(() => subscribe(kind, (body) => holder.listener(body)), [kind]);
}
