import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { place, setQuery, usePlace } from "../lib/router.js";
import { stepNumber, stepOfNumber } from "./clock.js";
import { SeriesStore } from "./series.js";
import { Transport } from "./transport.js";

const WRITE_DELAY_MS = 350;

/** The place, while it is this page's: what the next page writes into the address is not for this one. */
export function usePageQuery() {
  const place = usePlace();
  const mine = useRef(place.path);
  const query = useRef(place.query);
  if (place.path === mine.current) query.current = place.query;
  return query.current;
}

function wholeOrNull(text) {
  return text !== null && text !== "" && Number.isFinite(Number(text)) ? Math.round(Number(text)) : null;
}

/** The step whose number stands in an address. */
function stepOrNull(text) {
  const number = wholeOrNull(text);
  return number === null ? null : stepOfNumber(number);
}

/** Clock of a page that begins as the address says and keeps the address up to date once it rests. */
export function useTransport(key, steps, dt, query, begin = 0) {
  const transport = useMemo(() => {
    const step = stepOrNull(query.get("step"));
    return new Transport({
      steps,
      dt,
      step: step ?? begin,
      speed: Math.max(0.1, Math.min(4, Number(query.get("speed")) || 1)),
      loop: query.get("loop") === "1",
      from: stepOrNull(query.get("from")),
      to: stepOrNull(query.get("to")),
    });
  }, [key]);
  const written = useRef(query.get("step"));
  useEffect(() => () => transport.destroy(), [transport]);
  useEffect(() => {
    let timer = 0;
    const path = location.hash.split("?")[0];
    const write = () => {
      if (transport.playing || location.hash.split("?")[0] !== path) return;
      const numberOrNull = (at) => (at === null ? null : stepNumber(at));
      written.current = String(stepNumber(transport.step));
      setQuery({
        step: numberOrNull(transport.step || null),
        speed: transport.speed === 1 ? null : transport.speed,
        from: numberOrNull(transport.from),
        to: numberOrNull(transport.to),
        loop: transport.loop ? 1 : null,
      });
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(write, WRITE_DELAY_MS);
    };
    const stopState = transport.onState(later);
    let isFirst = true;
    const stopPosition = transport.onPosition(() => {
      if (!isFirst && !transport.playing) later();
      isFirst = false;
    });
    return () => {
      clearTimeout(timer);
      stopState();
      stopPosition();
    };
  }, [transport]);
  const asked = query.get("step");
  useEffect(() => {
    if (asked === null || asked === written.current) return;
    written.current = asked;
    transport.pause();
    transport.seek(stepOfNumber(Number(asked)));
  }, [transport, asked]);
  return transport;
}

/** Curves of an episode: {store, source}; source is a new object whenever a curve has come. */
export function useSeries(episode, names, width, steps, view) {
  const [version, setVersion] = useState(0);
  const timer = useRef(0);
  const store = useMemo(
    () =>
      new SeriesStore(episode, () => {
        timer.current ||= requestAnimationFrame(() => {
          timer.current = 0;
          setVersion((n) => n + 1);
        });
      }),
    [episode],
  );
  useEffect(
    () => () => {
      cancelAnimationFrame(timer.current);
      timer.current = 0;
      store.destroy();
    },
    [store],
  );
  const wanted = names.join("\n");
  useEffect(() => {
    if (width > 120 && names.length > 0) store.want(names, width, steps);
  }, [store, wanted, width > 120, steps]);
  useEffect(() => store.zoom(view), [store, view]);
  const source = useMemo(
    () => ({
      curve: (name) => store.curve(name),
      curveAt: (name, step) => store.curveAt(name, step),
      error: (name) => store.error(name),
    }),
    [store, version],
  );
  return { store, source };
}

function rangeOrNull(text) {
  const [from, to] = (text ?? "").split("-").map(stepOrNull);
  return from !== null && from !== undefined && to > from ? [from, to] : null;
}

/** The range that the plots show, [from, to] in steps or null for all; it begins as the address says. */
export function useView() {
  const [view, setView] = useState(() => rangeOrNull(place().query.get("zoom")));
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => setQuery({ zoom: view && view.map((at) => stepNumber(Math.round(at))).join("-") }), WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [view]);
  return [view, setView];
}
