import { useState } from "preact/hooks";
import { html } from "./html.js";
import { get, send } from "./api.js";
import { useAnswer } from "./answer.js";
import { Icon } from "./ui.js";

/** Writes what changed of an episode's annotations; gives them as they are then. */
async function annotate(episode, changes) {
  const path = `/annotations/${episode}`;
  const now = await get(path);
  const body = { flag: now.flag ?? false, tags: now.tags ?? [], note: now.note ?? "", ...changes };
  return send("PUT", path, body, { "If-Match": `"${now.version}"` });
}

/** Whether the server refuses to write annotations, as far as is known. */
export function useReadOnly() {
  return useAnswer("/me").data?.read_only ?? true;
}

/** A button that flags an episode; where nothing can be noted, the mark of a flagged one. */
export function FlagButton({ episode, changed, failed, name, isReadOnly }) {
  const [isBusy, setBusy] = useState(false);
  const icon = html`<${Icon} path="M4 14V2.5h8l-2 3 2 3H4" size="14" />`;
  if (isReadOnly) return episode.flag && html`<span class="flag-button" role="img" aria-label="Flagged" title="Flagged" data-on>${icon}</span>`;
  const toggle = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const now = await annotate(episode.id, { flag: !episode.flag });
      failed(null);
      changed(episode.id, { flag: now.flag, tags: now.tags, note: now.note });
    } catch (error) {
      failed(error);
    }
    setBusy(false);
  };
  const text = `${episode.flag ? "Remove the flag of" : "Flag"} ${name}`;
  return html`<button
    type="button"
    class="flag-button"
    aria-pressed=${Boolean(episode.flag)}
    aria-label=${text}
    title=${text}
    aria-busy=${isBusy}
    onClick=${toggle}
  >${icon}</button>`;
}
