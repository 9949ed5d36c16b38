import { clampStep, correction, playRange, settle } from "./clock.js";

/**
 * The one clock of a page. Cameras stand on it, plots and the timeline listen. While playing, the camera with the most
 * frames leads (its presented frames are the steps) and the others are held to it; without a camera it is the time of
 * the display.
 */
export class Transport {
  #cameras = new Set();
  #positionListeners = new Set();
  #stateListeners = new Set();
  #request = 0;
  #last = 0;
  #corrected = new WeakMap();

  constructor({ steps, dt, step = 0, speed = 1, loop = false, from = null, to = null }) {
    this.steps = steps;
    this.dt = dt > 0 ? dt : 1 / 15;
    this.speed = speed;
    this.loop = loop;
    this.from = from;
    this.to = to;
    this.playing = false;
    this.step = clampStep(step, steps);
    this.position = this.step;
  }

  /** Calls back with (position, step) at each change, at most once per frame of the display; gives the undo. */
  onPosition(listener) {
    this.#positionListeners.add(listener);
    listener(this.position, this.step);
    return () => this.#positionListeners.delete(listener);
  }

  /** Calls back when it begins or ends to play, or speed, loop, range or length change; gives the undo. */
  onState(listener) {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Puts a camera on the clock; gives the undo. */
  add(camera) {
    this.#cameras.add(camera);
    camera.seek(this.step);
    if (this.playing) camera.play(this.speed);
    return () => this.#cameras.delete(camera);
  }

  /** Cameras on the clock. */
  get cameras() {
    return [...this.#cameras];
  }

  /** First and last step that are played. */
  get range() {
    return playRange(this.from, this.to, this.steps);
  }

  /** Goes to a step; playing continues from there. */
  seek(step) {
    const target = clampStep(step, this.steps);
    this.#cameras.forEach((camera) => camera.seek(target));
    this.#move(target, target);
  }

  /** Goes some steps on from where it stands, and stops playing: stepping is looking. */
  by(steps) {
    this.pause();
    this.seek(this.step + steps);
  }

  play() {
    if (this.playing || this.steps < 2) return;
    const [first, last] = this.range;
    if (this.step >= last || this.step < first) this.seek(first);
    this.playing = true;
    this.#last = performance.now();
    this.#cameras.forEach((camera) => camera.play(this.speed));
    this.#request = requestAnimationFrame(this.#tick);
    this.#tell();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.#request);
    this.#cameras.forEach((camera) => camera.pause());
    this.seek(this.step);
    this.#tell();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.#cameras.forEach((camera) => camera.rate(speed));
    this.#tell();
  }

  setLoop(loop) {
    this.loop = loop;
    this.#tell();
  }

  /** Sets the ends of the range that is played (null = the episode's); a range also loops. */
  setRange(from, to) {
    this.from = from;
    this.to = to;
    if (from !== null || to !== null) this.loop = true;
    this.#tell();
  }

  /** The episode has grown, or turned out to have another length. */
  setSteps(steps) {
    if (steps === this.steps) return;
    this.steps = steps;
    if (this.step >= steps) this.seek(steps - 1);
    this.#tell();
  }

  destroy() {
    this.playing = false;
    cancelAnimationFrame(this.#request);
    this.#positionListeners.clear();
    this.#stateListeners.clear();
    this.#cameras.clear();
  }

  #tick = (now) => {
    if (!this.playing) return;
    const elapsed = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    const leader = this.#leader();
    const free = this.position + (elapsed * this.speed) / this.dt;
    const reached = leader ? leader.position() : this.#waits() ? this.position : free;
    const next = settle(reached, this.range, this.loop);
    if (next.ended) {
      this.#move(next.position, next.position);
      this.pause();
      return;
    }
    if (next.wrapped) this.#begin(next.position);
    else this.#move(next.position, Math.min(Math.floor(next.position + 1e-6), this.steps - 1));
    if (leader) this.#hold(leader);
    else this.#follow();
    this.#request = requestAnimationFrame(this.#tick);
  };

  #begin(step) {
    this.seek(step);
    this.#cameras.forEach((camera) => camera.play(this.speed));
  }

  #leader() {
    let leader = null;
    for (const camera of this.#cameras) {
      if (camera.leads && camera.covers(this.step) && camera.frames > (leader?.frames ?? 0)) leader = camera;
    }
    return leader;
  }

  /** Whether a camera is on its way to the frame that the clock already names. */
  #waits() {
    return this.cameras.some((camera) => camera.seeking && !camera.idle && camera.covers(this.step));
  }

  #hold(leader) {
    const now = performance.now();
    for (const camera of this.#cameras) {
      if (camera === leader) {
        camera.rate(this.speed);
        continue;
      }
      if (camera.idle) {
        camera.seek(this.step);
        continue;
      }
      if (!camera.leads) continue;
      const { rate, seek } = correction(camera.ahead(leader.video.currentTime * leader.fps / leader.ratio + leader.offset), this.speed);
      camera.rate(rate);
      if (seek && now - (this.#corrected.get(camera) ?? -1000) > 500) {
        this.#corrected.set(camera, now);
        camera.seek(this.step);
      }
    }
  }

  #follow() {
    for (const camera of this.#cameras) if (camera.idle) camera.seek(this.step);
  }

  #move(position, step) {
    if (position === this.position && step === this.step) return;
    this.position = position;
    this.step = step;
    this.#positionListeners.forEach((listener) => listener(position, step));
  }

  #tell() {
    this.#stateListeners.forEach((listener) => listener());
  }
}
