import { frameOfStep, frameOfTime, framesPerStep, frameTime, stepOfFrame } from "./clock.js";

/*
 * What shows one camera's frames. Both kinds offer the same: seek(step), play(speed), pause(), position() (steps with a
 * fraction while playing, null when it cannot lead), covers(step), destroy().
 */

/** A video element that stands on the clock. Seeks are coalesced: while one is under way only the newest is kept. */
export class VideoCamera {
  #wanted = null;
  #callback = 0;
  #freshAt = -Infinity;
  #abort = new AbortController();

  constructor(video, { fps, frames, offset = 0, dt, onFrame = () => {}, onReady = () => {} }) {
    this.video = video;
    this.fps = fps;
    this.frames = frames ?? Infinity;
    this.offset = offset;
    this.ratio = framesPerStep(fps, dt);
    this.shown = -1;
    this.onFrame = onFrame;
    const on = (name, listener) => video.addEventListener(name, listener, { signal: this.#abort.signal });
    on("seeked", () => this.#next());
    on("loadeddata", () => {
      this.#next();
      onReady();
    });
    this.#watch();
  }

  /** Shows the frame of a step as soon as the video can. */
  seek(step) {
    this.#wanted = step;
    if (this.video.readyState >= 1 && !this.video.seeking) this.#next();
  }

  /** Whether there is a frame of the step. */
  covers(step) {
    const frame = frameOfStep(step, this.offset, this.ratio);
    return frame >= 0 && frame < this.frames;
  }

  /** Plays at a speed from where it stands. */
  play(speed) {
    this.rate(speed);
    return this.video.play().catch(() => {});
  }

  /** Changes the speed; setting the same one again would restart the decoder. */
  rate(speed) {
    if (Math.abs(this.video.playbackRate - speed) > 1e-3) this.video.playbackRate = speed;
  }

  pause() {
    this.video.pause();
  }

  /** Whether it can lead the clock now. */
  get leads() {
    const { video } = this;
    return this.#wanted === null && !video.seeking && !video.paused && !video.ended && video.readyState >= 2;
  }

  /** Whether a seek is under way. */
  get seeking() {
    return this.#wanted !== null || this.video.seeking;
  }

  /** Whether it has nothing to show for a while: no data yet, or none at all. */
  get idle() {
    return this.video.readyState < 1 || this.video.error !== null;
  }

  /** Steps, with the fraction of the running one: never ahead of the frame on the screen by a whole step. */
  position() {
    const exact = this.video.currentTime * this.fps;
    const stale = performance.now() - this.#freshAt > 250 + 1000 / this.fps;
    const frame = stale ? exact : Math.max(this.shown, Math.min(exact, this.shown + 0.999));
    return frame / this.ratio + this.offset;
  }

  /** Frames by which it is ahead of a position of the clock. */
  ahead(position) {
    return this.video.currentTime * this.fps - (position - this.offset) * this.ratio;
  }

  destroy() {
    this.#abort.abort();
    if (this.#callback) this.video.cancelVideoFrameCallback(this.#callback);
    this.video.pause();
  }

  #next() {
    if (this.#wanted === null || this.video.readyState < 1) return;
    const frame = frameOfStep(this.#wanted, this.offset, this.ratio);
    const time = frameTime(frame, this.fps, this.frames);
    this.#wanted = null;
    if (Math.abs(this.video.currentTime - time) > 1e-4) this.video.currentTime = time;
  }

  #watch() {
    if (!this.video.requestVideoFrameCallback) return;
    this.#callback = this.video.requestVideoFrameCallback((now, { mediaTime }) => {
      this.shown = frameOfTime(mediaTime, this.fps);
      this.#freshAt = performance.now();
      this.onFrame(this.shown, stepOfFrame(this.shown, this.offset, this.ratio), mediaTime);
      this.#watch();
    });
  }
}

/** Pictures of a field of the run file, one request at a time; the newest step wins. */
export class PictureCamera {
  #wanted = null;
  #busy = false;
  #gone = false;

  constructor(image, { address, offset = 0, frames = Infinity, onFrame = () => {}, onError = () => {} }) {
    this.image = image;
    this.address = address;
    this.offset = offset;
    this.frames = frames;
    this.onFrame = onFrame;
    this.onError = onError;
    this.shown = -1;
  }

  seek(step) {
    this.#wanted = step - this.offset;
    this.#next();
  }

  covers(step) {
    return step >= this.offset && step - this.offset < this.frames;
  }

  play() {}

  rate() {}

  pause() {}

  get leads() {
    return false;
  }

  get seeking() {
    return false;
  }

  get idle() {
    return true;
  }

  destroy() {
    this.#gone = true;
    this.image.removeAttribute("src");
  }

  async #next() {
    if (this.#busy || this.#wanted === null || this.#gone) return;
    const frame = Math.max(0, Math.min(this.#wanted, this.frames - 1));
    this.#wanted = null;
    if (frame === this.shown) return;
    this.#busy = true;
    try {
      this.image.src = this.address(frame);
      await this.image.decode();
      this.shown = frame;
      if (!this.#gone) this.onFrame(frame, frame + this.offset, null);
    } catch {
      if (!this.#gone) this.onError(frame);
    }
    this.#busy = false;
    this.#next();
  }
}
