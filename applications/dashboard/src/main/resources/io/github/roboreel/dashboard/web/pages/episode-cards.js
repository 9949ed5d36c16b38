import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { address } from "../lib/router.js";
import { useAnswer, useSettled } from "../lib/answer.js";
import { FlagButton } from "../lib/annotations.js";
import { url } from "../lib/api.js";
import { StatusBadge, Verdict } from "../lib/ui.js";
import { episodeFacts, episodeName } from "./episode-columns.js";

const CARD_WIDTH = 250;
const GAP = 12;
const TEXT_HEIGHT = 92;

/** A finished video, the one whose shape fits a card best. */
function cameraOf(cameras) {
  const misfit = (camera) => Math.abs((camera.width ?? 1) / (camera.height ?? 1) - 16 / 9);
  return cameras.filter((one) => !one.recording).sort((a, b) => misfit(a) - misfit(b))[0];
}

/** The picture of an episode: a poster; while the pointer is on it, the video. */
function Preview({ row }) {
  const isSettled = useSettled(row.id, 120) === row.id;
  const { data } = useAnswer(isSettled && row.videos ? `/episodes/${row.id}` : null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const camera = cameraOf(data?.cameras ?? []);
  if (!row.videos) return html`<div class="preview none">No video</div>`;
  if (!camera) return html`<div class="preview none"></div>`;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return html`<div class="preview" onPointerEnter=${() => setPlaying(!still)} onPointerLeave=${() => setPlaying(false)}>
    ${isBroken
      ? html`<div class="none">No picture</div>`
      : html`<img src=${url(`/media/${camera.id}/poster`, { frame: Math.floor((camera.frames ?? 0) / 2) || null })} alt="" loading="lazy" onError=${() => setBroken(true)} />`}
    ${isPlaying && html`<video src=${camera.url} muted loop autoplay playsinline aria-hidden="true"></video>`}
  </div>`;
}

function Card({ row, hasMany, isPicked, pick, index, notes }) {
  return html`<article class=${`episode-card ${isPicked ? "selected" : ""}`}>
    <a class="cover" href=${address(`episode/${row.id}`)} tabindex="-1" aria-hidden="true"><${Preview} row=${row} /></a>
    <div class="episode-card-text">
      <div class="line">
        <input type="checkbox" aria-label=${`Select ${episodeName(row)}`} checked=${isPicked} onClick=${(e) => pick(row, index, e.shiftKey)} />
        <a class="truncate" href=${address(`episode/${row.id}`)} aria-label=${episodeName(row)} title=${row.instruction ?? ""}>${row.env_name}</a>
        <${FlagButton} episode=${row} name=${episodeName(row)} ...${notes} />
      </div>
      <div class="line">
        ${row.status === "recording" ? html`<${StatusBadge} status="recording" />` : html`<${Verdict} success=${row.success} />`}
        <span class="muted small truncate" title=${row.reason ?? ""}>${row.reason ?? ""}</span>
      </div>
      <div class="small muted truncate" title=${row.recording_name ?? ""}>${[hasMany && row.recording_name, episodeFacts(row)].filter(Boolean).join(" · ")}</div>
    </div>
  </article>`;
}

/** Episodes as cards; only those in view are elements. */
export function EpisodeCards({ hasMany, total, rowAt, want, version, picked, pick, notes }) {
  const scroller = useRef(null);
  const [view, setView] = useState({ top: 0, height: 700, width: 1200 });
  useLayoutEffect(() => {
    const element = scroller.current;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    scroller.current.scrollTop = 0;
  }, [version]);
  const across = Math.max(1, Math.floor((view.width - GAP) / (CARD_WIDTH + GAP)));
  const width = (view.width - GAP * (across + 1)) / across;
  const height = Math.round((width * 9) / 16) + TEXT_HEIGHT + GAP;
  const lines = Math.ceil(total / across);
  const first = Math.max(0, Math.floor(view.top / height) - 1);
  const last = Math.min(lines - 1, Math.ceil((view.top + view.height) / height));
  useEffect(() => want(first * across, Math.max(0, Math.min(total - 1, (last + 1) * across))), [first, last, across, total, version]);
  const cards = [];
  for (let i = first * across; i < Math.min(total, (last + 1) * across); i += 1) {
    const row = rowAt(i);
    const place = {
      position: "absolute",
      width: `${width}px`,
      height: `${height - GAP}px`,
      transform: `translate(${GAP + (i % across) * (width + GAP)}px, ${GAP + Math.floor(i / across) * height}px)`,
    };
    cards.push(html`<li key=${row?.id ?? i} style=${place} aria-setsize=${total} aria-posinset=${i + 1}>
      ${row
        ? html`<${Card} row=${row} hasMany=${hasMany} index=${i} isPicked=${picked.has(row.id)} pick=${pick} notes=${notes} />`
        : html`<div class="episode-card"></div>`}
    </li>`);
  }
  return html`<div class="scroller cards" ref=${scroller} tabindex="0" role="region" aria-label="Episodes">
    <ul style=${{ height: `${lines * height + GAP}px` }}>${cards}</ul>
  </div>`;
}
