import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { url } from "../lib/api.js";
import { PictureCamera, VideoCamera } from "./camera.js";
import { stepNumber } from "./clock.js";
import { playGrowing } from "./growing.js";

/** Name of a field in an address. */
function base64url(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** All that can be looked at: videos, and fields of pictures that have no video. */
export function picturesOf(episode) {
  const cameras = episode.cameras ?? [];
  const inVideos = new Set(cameras.map((camera) => camera.field));
  const stored = (episode.image_fields ?? [])
    .filter((field) => !inVideos.has(field))
    .map((field) => ({ id: field, name: field.slice(field.lastIndexOf("/") + 1), url: null, field }));
  return [...cameras, ...stored];
}

/** Cameras side by side, all on the clock. */
export function Cameras({ episode, transport, chosen, choose, finished }) {
  const all = picturesOf(episode);
  const shown = chosen.length ? all.filter((camera) => chosen.includes(camera.name)) : all;
  const visible = shown.length ? shown : all;
  if (all.length === 0) return !episode.recover_command && html`<p class="faint small">There is no video or picture of this episode.</p>`;
  const toggle = (name) => {
    const names = visible.map((camera) => camera.name);
    const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
    if (next.length > 0) choose(next.length === all.length ? [] : next);
  };
  return html`<section class="cameras-part" aria-label="Cameras">
    ${all.length > 1 &&
    html`<div class="chips" role="group" aria-label="Cameras shown">
      ${all.map(
        (camera) => html`<button
          type="button"
          class="chip"
          key=${camera.id}
          aria-pressed=${visible.includes(camera)}
          onClick=${() => toggle(camera.name)}
        >${camera.name}</button>`,
      )}
    </div>`}
    <div class=${`cameras ${visible.length === 1 ? "single" : ""}`}>
      ${visible.map((camera) =>
        camera.url
          ? html`<${VideoFigure} key=${`${camera.id}${camera.recording ? "" : ":done"}`} camera=${camera} episode=${episode} transport=${transport} finished=${finished} />`
          : html`<${PictureFigure} key=${camera.id} camera=${camera} episode=${episode} transport=${transport} />`,
      )}
    </div>
  </section>`;
}

/** Says beside a camera that it has no frame of the step. */
function useCoverage(transport, camera, setNote) {
  useEffect(() => {
    if (!camera) return undefined;
    let was = null;
    return transport.onPosition((position, step) => {
      const covered = camera.covers(step);
      if (covered !== was) setNote(covered ? "" : "No frame at this step");
      was = covered;
    });
  }, [camera]);
}

function grow(camera, fps, element, player, transport, setState, finished) {
  return playGrowing(camera, element, {
    grown: (seconds) => {
      player.frames = Math.floor(seconds * fps + 1e-3);
      if (!transport.playing) player.seek(transport.step);
    },
    failed: (error) => setState({ error, ready: false }),
    done: finished,
  });
}

/** One video; the frame that is presented stands in data-frame. */
export function VideoFigure({ camera, episode, transport, finished, offset = 0, dt, label }) {
  const figure = useRef(null);
  const video = useRef(null);
  const [state, setState] = useState({ error: "", ready: false });
  const [note, setNote] = useState("");
  const [player, setPlayer] = useState(null);
  const isGrowing = Boolean(camera.recording && finished);
  // The rate of a video without an index is not known yet; a frame per step is what the recorder writes.
  const fps = camera.fps || 1 / episode.dt;
  useEffect(() => {
    const element = video.current;
    const made = new VideoCamera(element, {
      fps,
      frames: isGrowing ? 0 : camera.frames,
      offset: (camera.offset_steps ?? 0) + offset,
      dt: dt ?? episode.dt,
      onFrame: (frame) => (figure.current.dataset.frame = frame),
      onReady: () => setState({ error: "", ready: true }),
    });
    const onError = () => setState({ error: failure(element.error), ready: false });
    element.addEventListener("error", onError);
    const remove = transport.add(made);
    const detach = isGrowing ? grow(camera, fps, element, made, transport, setState, finished) : null;
    if (!isGrowing) {
      element.src = camera.url;
      setPlayer(made);
    }
    return () => {
      remove();
      made.destroy();
      element.removeEventListener("error", onError);
      detach?.();
      element.removeAttribute("src");
      element.load();
    };
  }, [camera.id, camera.recording, transport, offset, fps]);
  useCoverage(transport, player, setNote);
  const size = camera.width && camera.height ? { aspectRatio: `${camera.width} / ${camera.height}` } : { aspectRatio: "16 / 9" };
  return html`<figure class="camera" ref=${figure} data-camera=${camera.name}>
    <div class="camera-box" style=${size}>
      <video ref=${video} muted playsinline preload="auto" disablepictureinpicture tabindex="-1" aria-label=${`Camera ${camera.name}`} onClick=${() => transport.toggle()}></video>
      ${state.error && html`<p class="camera-note bad" role="status">${state.error}</p>`}
      ${!state.error && !state.ready && html`<p class="camera-note faint">Loading</p>`}
      ${!state.error && state.ready && note && html`<p class="camera-note">${note}</p>`}
    </div>
    <figcaption class="small muted"><span class="truncate">${label ?? camera.name}</span>${" "}<span class="faint">${sizeText(camera)}</span></figcaption>
  </figure>`;
}

function PictureFigure({ camera, episode, transport }) {
  const image = useRef(null);
  const [error, setError] = useState("");
  const figure = useRef(null);
  const field = base64url(camera.field);
  useEffect(() => {
    const made = new PictureCamera(image.current, {
      address: (frame) => url(`/episodes/${episode.id}/frames/${field}/${frame}`),
      onFrame: (frame) => {
        setError("");
        figure.current.dataset.frame = frame;
      },
      onError: (frame) => setError(`The picture of step ${stepNumber(frame)} cannot be read.`),
    });
    const remove = transport.add(made);
    return () => {
      remove();
      made.destroy();
    };
  }, [camera.id, transport]);
  return html`<figure class="camera" ref=${figure} data-camera=${camera.name}>
    <div class="camera-box"><img ref=${image} alt=${`Stored picture of ${camera.name} at the step`} />${error && html`<p class="camera-note bad">${error}</p>`}</div>
    <figcaption class="small muted"><span class="truncate">${camera.name}</span>${" "}<span class="faint">stored pictures</span></figcaption>
  </figure>`;
}

function sizeText({ width, height, fps }) {
  const size = width && height ? `${width} × ${height}` : "";
  return fps ? `${size}${size ? ", " : ""}${Math.round(fps * 100) / 100} fps` : size;
}

function failure(error) {
  return error?.code === 4 || error?.code === 3 ? "This video is missing, damaged or of an unknown format." : "This video could not be loaded.";
}
