/*
 * Runs in each document that the benchmark opens, before the page's own scripts. Times are of performance.now(), ms.
 *
 * probe.paint    first contentful paint
 * probe.drawn    [time, ms since 1970, last step, plots with all their curves] of each frame in which plots were drawn
 * probe.watch()  notes frames, of which there are probe.frames(), and pictures of the videos, until probe.stop()
 */
(() => {
  const PLOT = "/assets/episode/plot.js";
  const probe = { paint: null, drawn: [], watch, frames: null, stop: null };
  window.probe = probe;

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") probe.paint = entry.startTime;
  }).observe({ type: "paint", buffered: true });

  // Once the page has loaded its plots: asking for the module earlier would load it sooner.
  new PerformanceObserver((list, observer) => {
    if (!list.getEntries().some((entry) => new URL(entry.name).pathname === PLOT)) return;
    observer.disconnect();
    import(new URL(PLOT, location.href).href).then(({ Plot }) => {
      const { setCurves } = Plot.prototype;
      Plot.prototype.setCurves = function (curves) {
        setCurves.call(this, curves);
        if (curves.length > 0 && curves.every((curve) => curve?.x.length > 0)) note(this, curves[0].x.at(-1));
      };
    });
  }).observe({ type: "resource", buffered: true });

  const whole = new Set();
  let last = -1;
  let isPending = false;

  function note(plot, step) {
    whole.add(plot);
    last = step;
    if (isPending) return;
    isPending = true;
    requestAnimationFrame(() => {
      isPending = false;
      const now = [last, whole.size];
      // A task after the frame's callbacks comes when the frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => probe.drawn.push([performance.now(), Date.now(), ...now]);
      port2.postMessage(null);
    });
  }

  function watch(fps) {
    const videos = [...document.querySelectorAll("video")];
    const shown = videos.map(() => null);
    const run = { frames: [], apart: [], pictures: videos.map(() => []), shown, seeks: 0, moved: 0 };
    const abort = new AbortController();
    const { signal } = abort;
    addEventListener("pointermove", () => (run.moved = performance.now()), { capture: true, signal });
    videos.forEach((video, i) => {
      video.addEventListener("seeked", () => (run.seeks += 1), { signal });
      const presented = (now, { mediaTime }) => {
        if (signal.aborted) return;
        shown[i] = Math.round(mediaTime * fps[i]);
        run.pictures[i].push(performance.now());
        video.requestVideoFrameCallback(presented);
      };
      video.requestVideoFrameCallback(presented);
    });
    const tick = (now) => {
      if (signal.aborted) return;
      run.frames.push(now);
      if (!shown.includes(null)) run.apart.push(Math.max(...shown) - Math.min(...shown));
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    probe.frames = () => run.frames.length;
    probe.stop = () => {
      abort.abort();
      return run;
    };
  }
})();
