import { useState } from "preact/hooks";
import { html } from "./html.js";
import { get, send } from "./api.js";
import { useAnswer } from "./answer.js";
import { Icon } from "./ui.js";

/** Writes what changed of an episode's annotations; gives them as they are then. */
export async function annotate(episode, changes) {
  const path = `/annotations/${episode}`;
  const now = await get(path);
  const body = { flag: now.flag ?? false, tags: now.tags ?? [], note: now.note ?? "", ...changes };
  return send("PUT", path, body, { "If-Match": `"${now.version}"` });
}

/** Whether the server refuses to write annotations. */
export function useReadOnly() {
  return useAnswer("/me").data?.read_only ?? false;
}

/** A button that flags an episode, and says so. */
export function FlagButton({ episode, changed, name, isReadOnly }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(null);
  const toggle = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const now = await annotate(episode.id, { flag: !episode.flag });
      setError(null);
      changed(episode.id, { flag: now.flag, tags: now.tags, note: now.note });
    } catch (e) {
      setError(e);
    }
    setBusy(false);
  };
  const text = error ? `${name}: not saved. ${error.message}` : `${episode.flag ? "Remove the flag of" : "Flag"} ${name}`;
  return html`<button
    type="button"
    class=${`flag-button ${error ? "bad" : ""}`}
    aria-pressed=${Boolean(episode.flag)}
    aria-label=${text}
    title=${isReadOnly ? "The server was started with --read-only" : text}
    disabled=${isReadOnly}
    aria-busy=${isBusy}
    onClick=${toggle}
  ><${Icon} path="M4 14V2.5h8l-2 3 2 3H4" size="14" /></button>`;
}
