import { useMemo, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { useKeys } from "../lib/keys.js";
import { Icon } from "../lib/ui.js";
import { componentName, componentsOf, curveName, fieldTree, isSignal, parseCurve } from "./fields.js";

const MAX_COMPONENTS = 64;

/**
 * Tree of the fields with a search; a tick puts a plot onto the page, of a whole field or of one component.
 *
 * @param chosen keys of the plots shown
 */
export function Chooser({ fields, steps, chosen, choose, reset, close }) {
  const [search, setSearch] = useState("");
  const input = useRef(null);
  const signals = useMemo(() => fields.filter((field) => isSignal(field, steps)), [fields, steps]);
  const tree = useMemo(() => fieldTree(signals, search), [signals, search]);
  useKeys([{ keys: ["/"], what: "Search the fields", group: "Plots", run: () => input.current?.focus() }]);
  const toggle = (key) => choose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return html`<section class="chooser card" aria-label="Fields to plot">
    <div class="chooser-head">
      <div class="search">
        <input
          class="input"
          ref=${input}
          type="search"
          data-search
          placeholder="Search fields"
          aria-label="Search fields"
          value=${search}
          onInput=${(event) => setSearch(event.target.value)}
          onKeyDown=${(event) => event.key === "Escape" && event.target.blur()}
        />
      </div>
      <button type="button" class="button quiet" onClick=${reset}>Default plots</button>
      <button type="button" class="button icon" aria-label="Close the list of fields" onClick=${close}><${Icon} path="M4 4l8 8M12 4l-8 8" /></button>
    </div>
    <div class="chooser-tree">
      ${tree.length === 0 && html`<p class="faint">No field has all these words in its name.</p>`}
      <ul>${tree.map((node) => html`<${Node} key=${node.path} node=${node} chosen=${chosen} toggle=${toggle} isOpen=${search !== ""} depth=${0} />`)}</ul>
    </div>
  </section>`;
}

function Node({ node, chosen, toggle, isOpen, depth }) {
  if (node.field) return html`<${FieldNode} field=${node.field} name=${node.name} chosen=${chosen} toggle=${toggle} />`;
  const open = isOpen || depth === 0 || chosen.some((key) => key.split("~").some((part) => parseCurve(part).path.startsWith(`${node.path}/`)));
  return html`<li>
    <details open=${open}>
      <summary>${node.name}</summary>
      <ul>${node.children.map((child) => html`<${Node} key=${child.path} node=${child} chosen=${chosen} toggle=${toggle} isOpen=${isOpen} depth=${depth + 1} />`)}</ul>
    </details>
  </li>`;
}

function FieldNode({ field, name, chosen, toggle }) {
  const count = componentsOf(field);
  const [isOpen, setOpen] = useState(false);
  const whole = field.path;
  return html`<li class="field">
    <label title=${`${field.path}, ${field.dtype}${field.frame ? `, in ${field.frame}` : ""}`}>
      <input type="checkbox" checked=${chosen.includes(whole)} onChange=${() => toggle(whole)} />
      <span class="truncate">${name}</span>
      <span class="faint small">${field.unit && field.unit !== "1" ? field.unit : ""}</span>
    </label>
    ${count > 1 &&
    html`<button type="button" class="button link small" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${count} components</button>`}
    ${isOpen &&
    html`<ul class="components">
      ${Array.from({ length: Math.min(count, MAX_COMPONENTS) }, (_, i) => {
        const key = curveName(field.path, i);
        return html`<li key=${i}>
          <label><input type="checkbox" checked=${chosen.includes(key)} onChange=${() => toggle(key)} /> <span>${componentName(field, i)}</span></label>
        </li>`;
      })}
      ${count > MAX_COMPONENTS && html`<li class="faint small">The address takes the others, for example fields=${curveName(field.path, MAX_COMPONENTS)}.</li>`}
    </ul>`}
  </li>`;
}
