import { html } from "./html.js";
import { setQuery, usePlace } from "./router.js";
import { SortHeading } from "./virtual.js";

function compare(a, b) {
  const isA = a !== null && a !== undefined;
  const isB = b !== null && b !== undefined;
  if (!isA || !isB) return isA ? -1 : isB ? 1 : 0;
  return typeof a === "string" ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
}

function sorted(rows, columns, sort) {
  const column = columns.find((one) => one.sort === sort?.replace(/^-/, ""));
  if (!column) return rows;
  const sign = sort.startsWith("-") ? -1 : 1;
  const hasValue = (row) => column.value(row) !== null && column.value(row) !== undefined;
  const some = rows.filter(hasValue).sort((a, b) => sign * compare(column.value(a), column.value(b)));
  return [...some, ...rows.filter((row) => !hasValue(row))];
}

function cells(columns, row, isTotal) {
  return columns.map((column) => {
    const kind = [column.num ? "num" : "", column.kind?.(row) ?? ""].join(" ").trim();
    const content = column.cell(row, isTotal);
    return column.isHeader
      ? html`<th scope="row" class=${kind} key=${column.id}>${content}</th>`
      : html`<td class=${kind} key=${column.id}>${content}</td>`;
  });
}

/**
 * A table that is sorted here, by the value `parameter` of the address.
 *
 * @param columns of {id, label, num, sort (key), value(row), title, isHeader, kind(row), cell(row)}
 * @param total a last row, always below the others
 */
export function DataTable({ label, columns, rows, total, parameter = "sort", keyOf = (row) => row.name, kind = "" }) {
  const sort = usePlace().query.get(parameter) ?? "";
  return html`<div class="table-wrap" role="region" aria-label=${label} tabindex="0">
    <table class=${`table ${kind}`}>
      <caption class="visually-hidden">${label}</caption>
      <thead>
        <tr>
          ${columns.map(
            (column) => html`<${SortHeading}
              key=${column.id}
              column=${column}
              sort=${sort}
              onSort=${(next) => setQuery({ [parameter]: next })}
            />`,
          )}
        </tr>
      </thead>
      <tbody>
        ${sorted(rows, columns, sort).map((row) => html`<tr key=${keyOf(row)}>${cells(columns, row, false)}</tr>`)}
      </tbody>
      ${total && html`<tfoot><tr>${cells(columns, total, true)}</tr></tfoot>`}
    </table>
  </div>`;
}
