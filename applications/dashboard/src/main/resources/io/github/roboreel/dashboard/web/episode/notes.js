import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { get, send } from "../lib/api.js";
import { ago } from "../lib/format.js";
import { Icon, Notice, faultText } from "../lib/ui.js";

const FIELDS = ["flag", "tags", "note"];

/** What is typed and not saved yet, by episode, so that looking at another one loses nothing. */
const drafts = new Map();

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const tagsOf = (text) => [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];

/** An annotation with what was typed over it. */
function typedOver(note, draft) {
  return { ...note, tags: draft.tags === undefined ? note.tags : tagsOf(draft.tags), note: draft.note ?? note.note };
}

/** Theirs, with what I changed since `base`. */
function merged(base, mine, theirs) {
  return { ...theirs, ...Object.fromEntries(FIELDS.filter((name) => !same(mine[name], base[name])).map((name) => [name, mine[name]])) };
}

/** What of a draft differs from an annotation. */
function remaining(draft, note) {
  return {
    ...(draft.tags !== undefined && !same(tagsOf(draft.tags), note.tags) && { tags: draft.tags }),
    ...(draft.note !== undefined && draft.note !== note.note && { note: draft.note }),
  };
}

/**
 * Annotation of an episode: {note, draft, type(changes), save(changes), conflict, error, isReadOnly}. It is written with
 * If-Match; what another user changed meanwhile stays, and is asked about where both changed the same.
 */
export function useAnnotation(episode) {
  const [state, setState] = useState({ note: null, draft: drafts.get(episode) ?? {}, conflict: null, error: null, isReadOnly: true, isSaving: false });
  const draft = useRef(state.draft);
  const change = (more) => setState((old) => ({ ...old, ...more }));
  const keep = (next) => {
    draft.current = next;
    if (Object.keys(next).length) drafts.set(episode, next);
    else drafts.delete(episode);
    return next;
  };
  useEffect(() => {
    const abort = new AbortController();
    get("/me", {}, abort.signal).then((me) => change({ isReadOnly: Boolean(me.read_only) }), () => {});
    get(`/annotations/${episode}`, {}, abort.signal).then(
      (note) => change({ note }),
      (error) => abort.signal.aborted || error.status === 404 || change({ error }),
    );
    return () => abort.abort();
  }, [episode]);
  const put = async (wanted, base) => {
    change({ isSaving: true, error: null });
    try {
      const { flag, tags, note } = wanted;
      const saved = await send("PUT", `/annotations/${episode}`, { flag, tags, note }, { "If-Match": `"${base.version}"` });
      change({ note: saved, draft: keep(remaining(draft.current, saved)), conflict: null, isSaving: false });
    } catch (error) {
      const theirs = error.status === 412 ? await get(`/annotations/${episode}`).catch(() => null) : null;
      if (!theirs) return change({ error, isSaving: false });
      const mine = typedOver(wanted, draft.current);
      const isBoth = (name) => !same(mine[name], base[name]) && !same(theirs[name], base[name]) && !same(mine[name], theirs[name]);
      if (FIELDS.some(isBoth)) change({ conflict: { mine: merged(base, mine, theirs), theirs }, isSaving: false });
      else await put(merged(base, wanted, theirs), theirs);
    }
  };
  return {
    ...state,
    type: (changes) => change({ draft: keep({ ...draft.current, ...changes }) }),
    save: async (changes) => state.note && put({ ...state.note, ...changes }, state.note),
    takeMine: () => put(state.conflict.mine, state.conflict.theirs),
    takeTheirs: () => change({ note: state.conflict.theirs, draft: keep({}), conflict: null }),
  };
}

/** Button that flags the episode; nothing when the server only reads. */
export function FlagButton({ annotation }) {
  const { note, isReadOnly, save } = annotation;
  if (!note || (isReadOnly && !note.flag)) return null;
  if (isReadOnly) return html`<span class="badge warn">Flagged</span>`;
  return html`<button
    type="button"
    class="button flag"
    aria-pressed=${note.flag}
    title="Flag (f)"
    onClick=${() => save({ flag: !note.flag })}
  ><${Icon} path="M4 14V2.5M4 3c3-1.5 5 1.5 8.5 0v6C9 10.5 7 7.5 4 9" />${note.flag ? "Flagged" : "Flag"}</button>`;
}

/** Editor of tags and note, and what to do when another user wrote meanwhile. */
export function NoteEditor({ annotation, inputRef }) {
  const { note, draft, type, isReadOnly, conflict, error, isSaving, save } = annotation;
  if (!note) return error && !isReadOnly ? html`<${Notice} kind="warn">${faultText(error)}<//>` : null;
  if (isReadOnly) return html`<${ReadNote} note=${note} />`;
  const typed = typedOver(note, draft);
  const isChanged = Object.keys(remaining(draft, note)).length > 0;
  const submit = (event) => {
    event.preventDefault();
    if (isChanged && !isSaving) save(typed);
  };
  const onKeyDown = (event) => {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return html`<section class="card notes" aria-label="Annotation">
    <div class="card-head"><h2>Note</h2>${note.at && html`<span class="faint small">${ago(note.at)}</span>`}</div>
    ${conflict && html`<${Conflict} conflict=${conflict} annotation=${annotation} />`}
    <form class="card-body stack" onSubmit=${submit} onKeyDown=${onKeyDown}>
      <label class="stack tight"><span class="small muted">Tags, separated by commas</span><input class="input" value=${draft.tags ?? note.tags.join(", ")} onInput=${(event) => type({ tags: event.target.value })} /></label>
      <label class="stack tight"><span class="small muted">Note</span><textarea class="input" rows="2" ref=${inputRef} value=${draft.note ?? note.note} onInput=${(event) => type({ note: event.target.value })}></textarea></label>
      ${error && html`<p class="bad small" role="alert">Not saved. ${faultText(error)}</p>`}
      <div class="toolbar"><button class="button" type="submit" disabled=${!isChanged || isSaving}>Save</button><span class="faint small" role="status">${isSaving ? "Saving" : isChanged ? "Not saved" : note.at ? "Saved" : ""}</span></div>
    </form>
  </section>`;
}

/** What was noted, where nothing can be. */
function ReadNote({ note }) {
  if (!note.note && !note.tags.length) return null;
  return html`<section class="card notes" aria-label="Annotation">
    <div class="card-head"><h2>Note</h2>${note.at && html`<span class="faint small">${ago(note.at)}</span>`}</div>
    <div class="card-body stack">
      ${note.tags.length > 0 && html`<div class="chips">${note.tags.map((tag) => html`<span class="chip" key=${tag}><span class="truncate">${tag}</span></span>`)}</div>`}
      ${note.note && html`<p class="note-text">${note.note}</p>`}
    </div>
  </section>`;
}

/** Says what another user wrote in the meantime, and lets choose. */
function Conflict({ conflict, annotation }) {
  const { note, tags } = conflict.theirs;
  return html`<${Notice} kind="warn">
    Another user changed the note meanwhile${note ? html`: <q>${note}</q>` : ""}${tags.length ? `, with tags ${tags.join(", ")}` : ""}. Yours is not saved yet.
    <span class="chips"><button type="button" class="button" onClick=${annotation.takeTheirs}>Take theirs</button><button type="button" class="button" onClick=${annotation.takeMine}>Save mine instead</button></span>
  <//>`;
}
