import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { place, setQuery, usePlace } from "./router.js";
import { count } from "./format.js";
import { Icon, Menu } from "./ui.js";
import { useSettled } from "./answer.js";

/** Choices of a facet, [value, count or undefined], from a list of names or a map of counts. */
export function choices(facet) {
  if (!facet) return [];
  if (Array.isArray(facet)) return facet.map((one) => (typeof one === "string" ? [one] : [one.name, one.count]));
  return Object.entries(facet);
}

/** Turns a value of the address on or off; exclusive: it becomes the only one of its kind. */
export function toggleFilter(name, value, isExclusive) {
  const now = place().query.getAll(name);
  const without = now.filter((one) => one !== value);
  const has = without.length < now.length;
  if (isExclusive) setQuery({ [name]: has && now.length === 1 ? null : value });
  else setQuery({ [name]: has ? without : [...now, value] });
}

/** A menu of check boxes whose choices are values of the address. */
export function FilterMenu({ label, name, facet, text = (value) => value, isCounted = true }) {
  const { query } = usePlace();
  const chosen = query.getAll(name);
  const known = choices(facet);
  const all = [...known, ...chosen.filter((one) => !known.some(([value]) => value === one)).map((one) => [one])];
  const [part, setPart] = useState("");
  const shown = all.filter(([value]) => text(value).toLowerCase().includes(part.toLowerCase()));
  const title = html`${label}${isCounted && chosen.length > 0 && html` <span class="count">${chosen.length}</span>`}`;
  return html`<${Menu} label=${title}>
    ${all.length > 12 &&
    html`<input class="input option-search" aria-label=${`Find a value of ${label}`} placeholder="Find" value=${part} onInput=${(e) => setPart(e.target.value)} />`}
    ${all.length === 0 && html`<p class="group">No values</p>`}
    <div role="group" aria-label=${label}>
      ${shown.slice(0, 200).map(
        ([value, n]) => html`<label class="option" key=${value}>
          <input type="checkbox" checked=${chosen.includes(value)} onChange=${() => toggleFilter(name, value)} />
          <span class="truncate">${text(value)}</span>
          ${n !== undefined && html`<span class="count">${count(n)}</span>`}
        </label>`,
      )}
      ${shown.length > 200 && html`<p class="group">${count(shown.length - 200)} more: type to find them</p>`}
    </div>
  <//>`;
}

/** Search box whose text is the value q of the address; "/" focuses it. */
export function SearchBox({ label, name = "q" }) {
  const { query } = usePlace();
  const given = query.get(name) ?? "";
  const [text, setText] = useState(given);
  const settled = useSettled(text, 200);
  useEffect(() => {
    if (settled === text && settled !== given) setQuery({ [name]: settled || null });
  }, [settled]);
  useEffect(() => setText(given), [given]);
  return html`<div class="search" role="search">
    <input
      class="input"
      type="search"
      data-search
      aria-label=${label}
      placeholder=${label}
      value=${text}
      onInput=${(event) => setText(event.target.value)}
      onKeyDown=${(event) => event.key === "Escape" && event.target.blur()}
    />
    ${!text && html`<kbd aria-hidden="true">/</kbd>`}
  </div>`;
}

/** The filters that are on, each a chip that takes it away: of [{name, value, text}]; one without a value is of all. */
export function FilterChips({ chips, clear }) {
  if (chips.length === 0) return null;
  return html`<ul class="chips" aria-label="Filters that are on">
    ${chips.map(
      ({ name, value, text }) => html`<li key=${`${name} ${value}`}>
        <button type="button" class="chip on" aria-label=${`Remove filter ${text}`} onClick=${() => (value === undefined ? setQuery({ [name]: null }) : toggleFilter(name, value))}>
          <span class="truncate">${text}</span><${Icon} path="M4.5 4.5l7 7M11.5 4.5l-7 7" size="12" />
        </button>
      </li>`,
    )}
    <li><button type="button" class="button link small" onClick=${() => setQuery(clear)}>Clear all</button></li>
  </ul>`;
}
