import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { useKeys } from "./keys.js";

const OVERSCAN = 8;

/** Heading of a column that sorts: a button, with the order told by aria-sort. */
export function SortHeading({ column, sort, onSort }) {
  const key = column.sort;
  const isDown = sort === `-${key}`;
  const isUp = sort === key;
  const order = isDown ? "descending" : isUp ? "ascending" : null;
  const next = isDown ? key : isUp ? `-${key}` : column.num ? `-${key}` : key;
  return html`<th scope="col" class=${column.num ? "num" : ""} aria-sort=${order} title=${column.title}>
    ${key
      ? html`<button type="button" class="sort" onClick=${() => onSort(next)}>
          ${column.label}<span class="arrow" aria-hidden="true">${isDown ? "▼" : isUp ? "▲" : ""}</span>
        </button>`
      : html`<span class=${column.hideLabel ? "visually-hidden" : ""}>${column.label}</span>`}
  </th>`;
}

function useWindow(scroller, rowHeight, total) {
  const [view, setView] = useState({ top: 0, height: 600, width: 1200 });
  useLayoutEffect(() => {
    const element = scroller.current;
    let frame = 0;
    const measure = () => {
      frame = 0;
      setView({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(later);
    observer.observe(element);
    element.addEventListener("scroll", later, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener("scroll", later);
    };
  }, []);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const last = Math.min(total - 1, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  return { first: Math.min(first, Math.max(0, total - 1)), last, width: view.width };
}

function scrollToRow(element, index, rowHeight) {
  const head = element.querySelector("thead")?.offsetHeight ?? 0;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  const bottom = top + rowHeight + head - element.clientHeight;
  if (bottom > element.scrollTop) element.scrollTop = bottom;
}

function useRowKeys(scroller, total, rowHeight) {
  const active = useRef(-1);
  const move = (by) => {
    const focused = document.activeElement?.closest?.("tr[data-index]");
    const from = focused ? Number(focused.dataset.index) : active.current;
    const index = Math.max(0, Math.min(total - 1, from + by));
    active.current = index;
    scrollToRow(scroller.current, index, rowHeight);
    const focus = (left) => {
      const link = scroller.current?.querySelector(`tr[data-index="${index}"] [data-row-link]`);
      if (link) link.focus({ preventScroll: true });
      else if (left > 0) requestAnimationFrame(() => focus(left - 1));
    };
    focus(30);
  };
  useEffect(() => {
    const element = scroller.current;
    const remember = (event) => {
      active.current = Number(event.target.closest("tr[data-index]")?.dataset.index ?? active.current);
    };
    element.addEventListener("focusin", remember);
    return () => element.removeEventListener("focusin", remember);
  }, []);
  useKeys(
    [
      { keys: ["j", "ArrowDown"], label: ["j", "↓"], what: "Next row", group: "Lists", run: () => move(1) },
      { keys: ["k", "ArrowUp"], label: ["k", "↑"], what: "Previous row", group: "Lists", run: () => move(-1) },
    ],
    [total],
  );
}

/** A key that clicks a part of the row that has the focus. */
export function rowKey(key, what, selector) {
  const part = () => document.activeElement?.closest?.("tr[data-index]")?.querySelector(selector);
  return { keys: [key], what, group: "Lists", when: () => part(), run: () => part().click() };
}

function widthOf(columns) {
  return columns.reduce((sum, column) => sum + column.width, 0);
}

/** The columns that fit side by side. */
function fitting(columns, width) {
  const shown = [...columns];
  const leastNeeded = columns.filter((column) => column.spare).sort((a, b) => b.spare - a.spare);
  while (widthOf(shown) > width && leastNeeded.length > 0) shown.splice(shown.indexOf(leastNeeded.shift()), 1);
  return shown;
}

/**
 * A table of which only the rows in view are elements.
 *
 * @param columns of {id, label, width (px), grow, num, sort, title, spare, cell(row, index), isHeader}; where they do not
 *   fit side by side, those with the highest `spare` are left out first, and those without one never
 * @param rowAt gives the row of an index, null while it is being loaded
 * @param want is told which rows are in view
 */
export function VirtualTable({ label, columns, total, rowAt, want, sort, onSort, isSelected, rowHeight = 34, version }) {
  const scroller = useRef(null);
  const { first, last, width } = useWindow(scroller, rowHeight, total);
  useEffect(() => want?.(first, Math.max(first, last)), [first, last, total, version]);
  useEffect(() => {
    scroller.current.scrollTop = 0;
  }, [version]);
  useRowKeys(scroller, total, rowHeight);
  const shown = fitting(columns, width);
  const wide = widthOf(shown);
  const rows = [];
  for (let i = first; i <= last; i += 1) rows.push([i, rowAt(i)]);
  const spacer = (size) =>
    size > 0 && html`<tr class="spacer" aria-hidden="true"><td colspan=${shown.length} style=${{ height: `${size}px` }}></td></tr>`;
  return html`<div class="scroller" ref=${scroller} tabindex="0" role="region" aria-label=${label}>
    <table class="table fixed" aria-rowcount=${total + 1} style=${{ minWidth: `${wide}px` }}>
      <caption class="visually-hidden">${label}</caption>
      <colgroup>
        ${shown.map((column) => html`<col key=${column.id} style=${column.grow ? {} : { width: `${column.width}px` }} />`)}
      </colgroup>
      <thead>
        <tr aria-rowindex="1">
          ${shown.map((column) => html`<${SortHeading} key=${column.id} column=${column} sort=${sort} onSort=${onSort} />`)}
        </tr>
      </thead>
      <tbody>
        ${spacer(first * rowHeight)}
        ${rows.map(
          ([i, row]) => html`<tr
            key=${row?.id ?? `row-${i}`}
            data-index=${i}
            aria-rowindex=${i + 2}
            class=${row && isSelected?.(row) ? "selected" : ""}
            style=${{ height: `${rowHeight}px` }}
          >
            ${shown.map((column) => html`<${Cell} key=${column.id} column=${column} row=${row} index=${i} />`)}
          </tr>`,
        )}
        ${spacer((total - 1 - last) * rowHeight)}
      </tbody>
    </table>
  </div>`;
}

function Cell({ column, row, index }) {
  const content = row ? column.cell(row, index) : "";
  const kind = column.num ? "num" : "";
  return column.isHeader
    ? html`<th scope="row" class=${kind}>${content}</th>`
    : html`<td class=${kind}>${content}</td>`;
}
