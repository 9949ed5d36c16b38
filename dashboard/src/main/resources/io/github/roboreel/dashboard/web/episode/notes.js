import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { get, send } from "../lib/api.js";
import { ago } from "../lib/format.js";
import { Icon, Notice } from "../lib/ui.js";

/** Annotation of an episode: {note, save(changes), conflict, error, isReadOnly}; it is written with If-Match. */
export function useAnnotation(episode) {
  const [state, setState] = useState({ note: null, conflict: null, error: null, isReadOnly: true, isSaving: false });
  const change = (more) => setState((old) => ({ ...old, ...more }));
  useEffect(() => {
    const abort = new AbortController();
    get("/me", {}, abort.signal).then((me) => change({ isReadOnly: Boolean(me.read_only) }), () => {});
    get(`/annotations/${episode}`, {}, abort.signal).then(
      (note) => change({ note }),
      (error) => abort.signal.aborted || error.status === 404 || change({ error }),
    );
    return () => abort.abort();
  }, [episode]);
  const put = async (wanted, version) => {
    change({ isSaving: true, error: null });
    try {
      const { flag, tags, note } = wanted;
      const saved = await send("PUT", `/annotations/${episode}`, { flag, tags, note }, { "If-Match": `"${version}"` });
      change({ note: saved, conflict: null, isSaving: false });
      return true;
    } catch (error) {
      if (error.status !== 412 && error.status !== 409) {
        change({ error, isSaving: false });
        return false;
      }
      const theirs = await get(`/annotations/${episode}`).catch(() => null);
      change({ conflict: { mine: wanted, theirs }, error: theirs ? null : error, isSaving: false });
      return false;
    }
  };
  return {
    ...state,
    save: (changes) => (state.note ? put({ ...state.note, ...changes }, state.note.version) : Promise.resolve(false)),
    takeMine: () => put(state.conflict.mine, state.conflict.theirs.version),
    takeTheirs: () => change({ note: state.conflict.theirs, conflict: null }),
  };
}

/** Button that flags the episode; nothing when the server only reads. */
export function FlagButton({ annotation }) {
  const { note, isReadOnly, save } = annotation;
  if (!note || (isReadOnly && !note.flag)) return null;
  return html`<button
    type="button"
    class="button flag"
    aria-pressed=${note.flag}
    disabled=${isReadOnly}
    title="Flag (f)"
    onClick=${() => save({ flag: !note.flag })}
  ><${Icon} path="M4 14V2.5M4 3c3-1.5 5 1.5 8.5 0v6C9 10.5 7 7.5 4 9" />${note.flag ? "Flagged" : "Flag"}</button>`;
}

/** Editor of tags and note, and what to do when somebody else wrote meanwhile. */
export function NoteEditor({ annotation, inputRef }) {
  const { note, isReadOnly, conflict, error, isSaving, save } = annotation;
  const [text, setText] = useState("");
  const [tags, setTags] = useState("");
  const saved = useRef({ text: "", tags: "" });
  useEffect(() => {
    if (!note) return;
    const before = saved.current;
    saved.current = { text: note.note ?? "", tags: (note.tags ?? []).join(", ") };
    // What is being typed stays, for the flag may be saved meanwhile.
    setText((typed) => (typed === before.text ? saved.current.text : typed));
    setTags((typed) => (typed === before.tags ? saved.current.tags : typed));
  }, [note]);
  if (!note) return error && !isReadOnly ? html`<${Notice} kind="warn">${error.message}<//>` : null;
  if (isReadOnly && !note.note && !(note.tags ?? []).length) return null;
  const list = [...new Set(tags.split(",").map((tag) => tag.trim()).filter(Boolean))];
  const isChanged = text !== (note.note ?? "") || list.join() !== (note.tags ?? []).join();
  const submit = (event) => {
    event.preventDefault();
    save({ note: text, tags: list });
  };
  const onKeyDown = (event) => {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return html`<section class="card notes" aria-label="Annotation">
    <div class="card-head"><h2>Note</h2>${note.at && html`<span class="faint small">${ago(note.at)}</span>`}</div>
    ${conflict &&
    html`<${Notice} kind="warn">
      Somebody else changed the note meanwhile${conflict.theirs?.note ? html`: “${conflict.theirs.note}”` : ""}${conflict.theirs?.tags?.length ? ` (${conflict.theirs.tags.join(", ")})` : ""}.
      <span class="chips"><button type="button" class="button" onClick=${annotation.takeTheirs}>Take theirs</button><button type="button" class="button" onClick=${annotation.takeMine}>Keep mine</button></span>
    <//>`}
    <form class="card-body stack" onSubmit=${submit} onKeyDown=${onKeyDown}>
      <label class="stack tight"><span class="small muted">Tags, separated by commas</span><input class="input" value=${tags} readonly=${isReadOnly} onInput=${(event) => setTags(event.target.value)} /></label>
      <label class="stack tight"><span class="small muted">Note</span><textarea class="input" rows="2" ref=${inputRef} value=${text} readonly=${isReadOnly} onInput=${(event) => setText(event.target.value)}></textarea></label>
      ${error && html`<p class="bad small" role="alert">${error.message}</p>`}
      ${!isReadOnly &&
      html`<div class="toolbar"><button class="button" type="submit" disabled=${!isChanged || isSaving}>Save</button><span class="faint small" role="status">${isSaving ? "Saving" : isChanged ? "Not saved" : note.at ? "Saved" : ""}</span></div>`}
    </form>
  </section>`;
}
