import { useEffect, useReducer, useRef, useState } from "preact/hooks";

/** Draws the part again whenever playing, speed, loop, range or length of the clock change. */
export function useClockState(transport) {
  const [, again] = useReducer((n) => n + 1, 0);
  useEffect(() => transport.onState(again), [transport]);
}

/** Calls back at each movement of the clock, at most once per so many ms, and always for where it comes to rest. */
export function useClock(transport, listener, ms = 0, dependencies = []) {
  const holder = useRef(null);
  holder.current = listener;
  useEffect(() => {
    let timer = 0;
    let last = -Infinity;
    const run = () => {
      timer = 0;
      last = performance.now();
      holder.current(transport.position, transport.step);
    };
    const stop = transport.onPosition(() => {
      if (ms === 0) return run();
      if (timer === 0) timer = setTimeout(run, Math.max(0, last + ms - performance.now()));
      return undefined;
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [transport, ms, ...dependencies]);
}

/** The step once the clock has rested on it for so many ms; while it moves the last such one. */
export function useRestingStep(transport, ms = 120) {
  const [step, setStep] = useState(transport.step);
  useEffect(() => {
    let timer = 0;
    const stop = transport.onPosition((position, now) => {
      clearTimeout(timer);
      timer = setTimeout(() => setStep(now), ms);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [transport, ms]);
  return step;
}

/** The step, at most so often, so that text and lists can follow. */
export function useSlowStep(transport, ms = 100) {
  const [step, setStep] = useState(transport.step);
  useClock(transport, (position, now) => setStep(now), ms);
  return step;
}

/** Width of an element in whole pixels: [ref, width]. */
export function useWidth() {
  const ref = useRef(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
