import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.js";

/**
 * Answer of the server to a GET: {data, error, loading, reload}. While new parameters are asked for, the old data stay,
 * so that nothing jumps; path null asks for nothing.
 */
export function useAnswer(path, parameters) {
  const asked = path === null ? null : JSON.stringify([path, parameters ?? {}]);
  const [answer, setAnswer] = useState({ data: null, error: null, of: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (asked === null) {
      setAnswer({ data: null, error: null, of: null });
      return undefined;
    }
    const abort = new AbortController();
    get(path, parameters, abort.signal).then(
      (data) => setAnswer({ data, error: null, of: asked }),
      (error) => {
        if (!abort.signal.aborted) setAnswer((old) => ({ data: old.data, error, of: asked }));
      },
    );
    return () => abort.abort();
  }, [asked, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { data: answer.data, error: answer.error, loading: answer.of !== asked, isNew: answer.of === asked, reload };
}

/** The value, once it has stayed the same for so many ms. */
export function useSettled(value, ms = 180) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** A function that runs the newest action, at most once in so many ms, also for the last call. */
export function useThrottled(action, ms = 1000) {
  const holder = useRef({ timer: 0, last: 0 });
  holder.current.action = action;
  useEffect(() => () => clearTimeout(holder.current.timer), []);
  return useCallback(() => {
    const now = holder.current;
    if (now.timer) return;
    const wait = Math.max(0, now.last + ms - performance.now());
    now.timer = setTimeout(() => {
      now.timer = 0;
      now.last = performance.now();
      now.action();
    }, wait);
  }, [ms]);
}
