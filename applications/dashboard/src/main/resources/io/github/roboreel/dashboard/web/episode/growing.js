import { subscribe } from "../lib/live.js";

const KEPT_BEHIND_S = 60;

/**
 * Plays a video file while it is being written: what was added since is fetched by a range request and appended to a
 * MediaSource buffer. Gives the function that ends it.
 *
 * @param calls of {grown(seconds): so much can be shown now, failed(sentence), done(): the file is finished}
 */
export function playGrowing(camera, video, { grown, failed, done }) {
  const abort = new AbortController();
  const source = new MediaSource();
  const address = URL.createObjectURL(source);
  let buffer = null;
  let seen = 0;
  let isBusy = false;
  let isDue = true;

  const end = () => {
    abort.abort();
    stops.forEach((stop) => stop());
    URL.revokeObjectURL(address);
  };
  const append = (bytes) =>
    new Promise((resolve, reject) => {
      buffer.addEventListener("updateend", resolve, { once: true });
      buffer.addEventListener("error", () => reject(new Error("the browser cannot decode it")), { once: true });
      buffer.appendBuffer(bytes);
    });
  const remove = (to) =>
    new Promise((resolve) => {
      buffer.addEventListener("updateend", resolve, { once: true });
      buffer.remove(0, to);
    });

  const fetchMore = async () => {
    if (isBusy || source.readyState !== "open") return;
    isBusy = true;
    isDue = false;
    try {
      // From the last byte on that is known: a range without any byte would be an error.
      const from = Math.max(0, seen - 1);
      const answer = await fetch(camera.url, { headers: { Range: `bytes=${from}-` }, signal: abort.signal });
      if (answer.status === 206 || (answer.status === 200 && seen === 0)) {
        const bytes = new Uint8Array(await answer.arrayBuffer()).subarray(seen - from);
        if (bytes.length > 0 && (await add(bytes))) seen += bytes.length;
      }
    } catch (error) {
      if (!abort.signal.aborted) failed(`The video of ${camera.name} cannot be followed: ${error.message}.`);
    }
    isBusy = false;
    if (isDue && !abort.signal.aborted) fetchMore();
  };
  const add = async (bytes) => {
    if (!buffer) {
      const codec = camera.codec ?? codecOf(bytes);
      if (!codec) return false;
      const type = `video/mp4; codecs="${codec}"`;
      if (!MediaSource.isTypeSupported(type)) throw new Error(`this browser does not play ${codec}`);
      buffer = source.addSourceBuffer(type);
    }
    try {
      await append(bytes);
    } catch (error) {
      if (error.name !== "QuotaExceededError" || video.currentTime < KEPT_BEHIND_S) throw error;
      await remove(video.currentTime - KEPT_BEHIND_S / 2);
      await append(bytes);
    }
    if (buffer.buffered.length > 0) grown(buffer.buffered.end(buffer.buffered.length - 1));
    return true;
  };

  const more = () => {
    isDue = true;
    fetchMore();
  };
  const stops = [
    subscribe("video", (message) => {
      if (message.video !== camera.id) return;
      // The file has another name now: what is missing comes with the finished one.
      if (message.final) {
        end();
        done();
      } else if (!(message.bytes <= seen)) more();
    }),
    subscribe("resumed", more),
  ];
  source.addEventListener("sourceopen", fetchMore, { once: true });
  video.src = address;
  return end;
}

/** Codec string of an MP4 from its avcC box, for example avc1.42c016; null while there is none. */
function codecOf(bytes) {
  for (let i = 4; i + 8 <= bytes.length; i += 1) {
    if (bytes[i] !== 0x61 || bytes[i + 1] !== 0x76 || bytes[i + 2] !== 0x63 || bytes[i + 3] !== 0x43) continue;
    const hex = [...bytes.subarray(i + 5, i + 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `avc1.${hex}`;
  }
  return null;
}
