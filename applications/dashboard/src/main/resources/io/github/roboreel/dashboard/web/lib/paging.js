import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.js";

const KEPT_PAGES = 24;

/*
 * Cursors of an answer are the server's own; where the first one is the number of rows before it, a page further down
 * can be asked for at once, else only the one behind a known page.
 */
class Pages {
  constructor(key, size, changed) {
    const [path, parameters] = JSON.parse(key);
    Object.assign(this, { key, path, parameters, size, changed });
    this.rows = new Map();
    this.cursors = [null];
    this.asked = new Map();
    this.head = null;
    this.error = null;
    this.abort = new AbortController();
    this.turn = 0;
  }

  cursor(page) {
    if (this.cursors[page] !== undefined) return this.cursors[page];
    return this.cursors[1] === String(this.size) ? String(page * this.size) : undefined;
  }

  need(page) {
    const cursor = this.cursor(page);
    if (cursor === undefined) {
      if (page > 0) this.need(page - 1);
      return;
    }
    if (this.asked.get(page) === this.turn) return;
    this.asked.set(page, this.turn);
    this.load(page, cursor, this.turn);
  }

  async load(page, cursor, turn) {
    try {
      const parameters = { ...this.parameters, limit: this.size, cursor };
      const answer = await get(this.path, parameters, this.abort.signal);
      if (turn !== this.turn) return;
      const list = Object.values(answer).find((value) => Array.isArray(value)) ?? [];
      this.rows.delete(page);
      this.rows.set(page, list);
      this.cursors[page + 1] = answer.next_cursor ?? undefined;
      this.head = answer;
      this.error = null;
      this.forget();
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.asked.delete(page);
      this.error = error;
    }
    this.changed();
  }

  forget() {
    for (const page of this.rows.keys()) {
      if (this.rows.size <= KEPT_PAGES) return;
      this.rows.delete(page);
      this.asked.delete(page);
    }
  }
}

/**
 * A long list by pages: {total, rowAt(i), want(first, last), head, error, loading, reload, patch}. The rows of the old
 * parameters stay until those of the new ones are there; head is the newest answer, with its facets.
 */
export function usePages(path, parameters, size = 100) {
  const [, setDrawn] = useState(0);
  const holder = useRef({ shown: null, wanted: [0, 0] }).current;
  const asked = JSON.stringify([path, parameters]);
  useEffect(() => {
    const pages = new Pages(asked, size, () => {
      if (holder.newest === pages && (pages.head || pages.error)) holder.shown = pages;
      setDrawn((n) => n + 1);
    });
    holder.newest = pages;
    pages.need(0);
    return () => pages.abort.abort();
  }, [asked]);

  const want = useCallback((first, last) => {
    holder.wanted = [first, last];
    const pages = holder.shown ?? holder.newest;
    if (!pages || pages !== holder.newest) return;
    for (let page = Math.floor(first / size); page <= Math.floor(last / size); page += 1) pages.need(page);
  }, []);
  const reload = useCallback(() => {
    const pages = holder.newest;
    if (!pages) return;
    pages.turn += 1;
    want(...holder.wanted);
  }, []);
  const patch = useCallback((id, values) => {
    for (const [page, rows] of holder.shown?.rows ?? []) {
      const at = rows.findIndex((row) => row.id === id);
      if (at < 0) continue;
      const changed = [...rows];
      changed[at] = { ...rows[at], ...values };
      holder.shown.rows.set(page, changed);
      setDrawn((n) => n + 1);
      return true;
    }
    return false;
  }, []);

  const shown = holder.shown;
  return {
    total: shown?.head?.total ?? 0,
    head: shown?.head ?? null,
    error: holder.newest?.error ?? null,
    loading: !shown || shown !== holder.newest,
    rowAt: (i) => shown?.rows.get(Math.floor(i / size))?.[i % size] ?? null,
    version: shown?.key,
    want,
    reload,
    patch,
  };
}
