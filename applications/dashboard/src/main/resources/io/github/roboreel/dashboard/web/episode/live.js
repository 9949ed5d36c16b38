import { useEffect, useRef } from "preact/hooks";
import { getColumns } from "../lib/api.js";
import { inParts } from "./columns.js";
import { subscribe } from "../lib/live.js";

const FIELDS_PER_REQUEST = 64;

/**
 * Follows an episode that is being recorded: new rows go to the curves, and a clock that stands at the last step stays
 * at the last step.
 *
 * @param calls of {events(): there are new ones, more(): more is known of its cameras or fields, changed(): the episode or its recording has another state}
 */
export function useLiveEpisode({ episode, transport, store, names, calls }) {
  const known = useRef(episode);
  known.current = episode;
  useEffect(() => {
    if (!episode.live) return undefined;
    const abort = new AbortController();
    let isBusy = false;
    let isDue = false;

    const fetchRows = async () => {
      if (isBusy) {
        isDue = true;
        return;
      }
      // A recording that has only just begun may name an episode before its fields can be read.
      if (!known.current.fields?.length) calls.more();
      store.retry();
      const after = store.lastStep;
      if (after === null || names().length === 0) return;
      isBusy = true;
      isDue = false;
      try {
        for (const part of inParts(names(), FIELDS_PER_REQUEST)) {
          store.add(await getColumns(`/live/rows/${episode.id}`, { after, field: part }, abort.signal));
        }
      } catch {
        isDue = false;
      }
      isBusy = false;
      if (isDue && !abort.signal.aborted) fetchRows();
    };
    const grow = (steps) => {
      if (!(steps > transport.steps)) return;
      const isAtEdge = transport.step >= transport.steps - 1;
      transport.setSteps(steps);
      if (isAtEdge && !transport.playing) transport.seek(steps - 1);
    };
    const asked = new Map();
    // A video is listed once its file exists, and its rate is known once an index is in it; one that never has an index
    // is asked for only each time it has doubled.
    const lookAtVideo = ({ video, bytes, final }) => {
      if (known.current.cameras?.some((camera) => camera.id === video && camera.fps)) return;
      if (!final && bytes < 2 * (asked.get(video) ?? 0)) return;
      asked.set(video, bytes);
      calls.more();
    };
    const mine = (listener) => (message) => message.episode === episode.id && listener(message);
    const stops = [
      subscribe("rows", mine((message) => {
        grow(message.num_samples);
        fetchRows();
      })),
      subscribe("video", mine(lookAtVideo)),
      subscribe("event", mine(() => calls.events())),
      subscribe("episode", (message) => {
        if (message.id !== episode.id) return;
        grow(message.num_samples);
        if (message.status !== "recording") calls.changed();
      }),
      subscribe("recording", (message) => message.id === episode.recording?.id && message.status !== "recording" && calls.changed()),
      subscribe("gone", (message) => message.recording === episode.recording?.id && calls.changed()),
      subscribe("resumed", () => calls.changed()),
    ];
    return () => {
      abort.abort();
      stops.forEach((stop) => stop());
    };
  }, [episode.id, episode.live, transport, store]);
}
