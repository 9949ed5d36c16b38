/* What is not accessible on the page, as sentences. */
() => {
  const faults = [];
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
  const tell = (node, what) => faults.push(`${what}: ${node.outerHTML.slice(0, 160)}`);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

  const referred = (node) =>
    (node.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const nameOf = (node) =>
    [referred(node), node.getAttribute("aria-label"), ...[...(node.labels ?? [])].map((label) => label.textContent),
      node.textContent, node.getAttribute("title"), node.getAttribute("alt")].find((text) => text?.trim()) ?? "";

  for (const node of all("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], dialog[open]")) {
    const own = node.matches("select, input, textarea")
      ? [referred(node), node.getAttribute("aria-label"), ...[...(node.labels ?? [])].map((label) => label.textContent), node.title].find((text) => text?.trim())
      : nameOf(node);
    if (!own?.trim()) tell(node, "no name");
  }
  for (const node of all("[onclick]:not(a, button), div[role=button]:not([tabindex])")) tell(node, "not reachable by keyboard");
  for (const node of all("[tabindex]")) if (node.tabIndex > 0) tell(node, "its own order of focus");
  for (const node of all("img")) if (node.getAttribute("alt") === null) tell(node, "no alternative");
  for (const node of all("video, canvas:not([aria-hidden])")) {
    if (!nameOf(node) && !node.closest("[role=img][aria-label], [aria-hidden=true]")) tell(node, "no name");
  }
  for (const node of all("svg")) {
    if (node.getAttribute("aria-hidden") !== "true" && !nameOf(node) && !node.closest("[aria-hidden=true], [role=img][aria-label]")) tell(node, "no name");
  }

  const headings = all("h1, h2, h3, h4, h5, h6");
  if (headings.filter((node) => node.tagName === "H1").length !== 1) faults.push(`${headings.filter((node) => node.tagName === "H1").length} headings of the page`);
  let level = 1;
  for (const node of headings) {
    const next = Number(node.tagName[1]);
    if (next > level + 1) tell(node, `a heading of level ${next} after one of level ${level}`);
    level = next;
  }
  for (const landmark of ["header", "nav", "main"]) if (all(landmark).length === 0) faults.push(`no ${landmark}`);
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title) faults.push("no title");
  for (const node of all("table")) if (!node.querySelector("th")) tell(node, "a table without headers");
  for (const node of all("[role=table], [role=grid]")) if (!node.querySelector("[role=columnheader]")) tell(node, "a table without headers");
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push(`two elements of the id ${id}`);

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3]));
  const background = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const color = rgba(style.backgroundColor);
      layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((back, front) => over(front, back), matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255]);
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((value) => { const x = value / 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !shown(node) || node.closest(":disabled, [aria-disabled=true], [aria-hidden=true], .visually-hidden, .skip-link")) continue;
    const style = getComputedStyle(node);
    const back = background(node);
    if (!back || seen.has(style.color + back)) continue;
    let opacity = 1;
    for (let at = node; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const front = rgba(style.color);
    const [one, two] = [luminance(over([front[0], front[1], front[2], front[3] * opacity], back)), luminance(back)];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) {
      seen.add(style.color + back);
      tell(node, `contrast ${ratio.toFixed(2)} of ${style.color} on ${back.map(Math.round)}`);
    }
  }
  return faults;
}
