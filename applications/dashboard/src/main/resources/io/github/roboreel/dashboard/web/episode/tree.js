import { useMemo, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { useAnswer } from "../lib/answer.js";
import { plural } from "../lib/format.js";
import { Problem, Skeleton } from "../lib/ui.js";
import { valueText } from "./facts.js";

const LONG = 120;

/** What the run file holds for this episode: groups, datasets, attributes. */
export function FileTree({ episode }) {
  const { data, error, reload } = useAnswer(`/episodes/${episode.id}/tree`);
  const [search, setSearch] = useState("");
  const root = useMemo(() => (data ? nested([...data.groups, ...data.datasets], search) : null), [data, search]);
  if (error) return html`<${Problem} error=${error} retry=${reload} what="The run file cannot be shown." />`;
  if (!root) return html`<${Skeleton} rows=${8} />`;
  return html`<section class="stack" aria-label="Contents of the run file">
    <div class="toolbar"><div class="search"><input class="input" type="search" data-search placeholder="Search paths" aria-label="Search paths" value=${search} onInput=${(event) => setSearch(event.target.value)} /></div></div>
    <div class="card file-tree">
      ${root.children.length === 0 && html`<p class="faint">Nothing has this in its path.</p>`}
      <${Attributes} attributes=${root.attributes} />
      <ul>${root.children.map((node) => html`<${TreeNode} key=${node.path} node=${node} isOpen=${search !== ""} depth=${0} />`)}</ul>
    </div>
  </section>`;
}

function TreeNode({ node, isOpen, depth }) {
  const attributes = Object.keys(node.attributes ?? {}).length;
  if (node.children.length === 0 && attributes === 0) return html`<li class="leaf"><${Line} node=${node} /></li>`;
  return html`<li>
    <details open=${isOpen || depth < 2}>
      <summary><${Line} node=${node} />${attributes > 0 && html`<span class="faint small"> ${plural(attributes, "attribute")}</span>`}</summary>
      <${Attributes} attributes=${node.attributes} />
      <ul>${node.children.map((child) => html`<${TreeNode} key=${child.path} node=${child} isOpen=${isOpen} depth=${depth + 1} />`)}</ul>
    </details>
  </li>`;
}

function Line({ node }) {
  if (!node.dtype) return html`<span class="mono">${node.name}/</span>`;
  const chunks = node.chunks ? `, chunks ${shapeText(node.chunks)}` : "";
  return html`<span class="mono">${node.name}</span>${" "}<span class="muted small">${shapeText(node.shape)} ${node.dtype}</span><span class="faint small">${chunks}</span>`;
}

function Attributes({ attributes }) {
  const entries = Object.entries(attributes ?? {});
  if (entries.length === 0) return null;
  return html`<dl class="facts attributes small">${entries.map(([name, value]) => html`<dt key=${name}>@${name}</dt><dd><${Value} text=${valueText(value)} /></dd>`)}</dl>`;
}

/** A long text is folded, so that one configuration does not fill the page. */
function Value({ text }) {
  if (text.length <= LONG) return text;
  return html`<details><summary>${text.slice(0, LONG)}…</summary>${text}</details>`;
}

function shapeText(shape) {
  if (!shape) return "";
  return `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
}

function nested(entries, search) {
  const root = { name: "", path: "", children: [], attributes: {} };
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries) {
    if (!words.every((word) => entry.path.toLowerCase().includes(word))) continue;
    let node = root;
    const parts = entry.path.split("/").filter(Boolean);
    parts.forEach((name, depth) => {
      let child = node.children.find((one) => one.name === name);
      if (!child) node.children.push((child = { name, path: parts.slice(0, depth + 1).join("/"), children: [], attributes: {} }));
      node = child;
    });
    Object.assign(node, { shape: entry.shape, dtype: entry.dtype, chunks: entry.chunks, attributes: entry.attributes ?? {} });
  }
  return root;
}
