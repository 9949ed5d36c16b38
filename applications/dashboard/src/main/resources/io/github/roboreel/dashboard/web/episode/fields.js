/* Which fields are plotted, as the address names them. Nothing here touches the page. */

const MAX_LINES = 16;

/** Values in one row: 7 where a row has the shape [7], 24 for [8, 3], 1 for []. */
export function componentsOf(field) {
  return (field.shape ?? []).reduce((product, size) => product * size, 1);
}

/** Whether the field has a row per step and numbers in it. */
export function isSignal(field, steps) {
  if (field.images || /str|string|opaque|compound|text/i.test(field.dtype ?? "")) return false;
  const isPerStep = /^(obs|actions?|states|ee_pose|bbox|subtask|timestamps)(\/|$)/.test(field.path);
  return field.rows > 1 || field.rows === steps || (isPerStep && steps <= 1);
}

/** "obs/arm_joint_pos[3]" -> {path, index}; index null means all components. */
export function parseCurve(text) {
  const match = /^(.*?)(?:\[(\d+)\])?$/.exec(text);
  return { path: match[1], index: match[2] === undefined ? null : Number(match[2]) };
}

/** Name of a curve for the server; a field of one component has index 0. */
export function curveName(path, index) {
  return `${path}[${index ?? 0}]`;
}

/** Name of a component: "x", "joint_2", or its number. */
export function componentName(field, index) {
  return field.components?.[index] ?? (componentsOf(field) > 1 ? `${index}` : "");
}

/**
 * Plot of the address, for example "obs/arm_joint_pos[3]~actions[3]" or "ee_pose/position", as
 * {key, title, unit, curves: [{name, path, index, label, unit, command}]}; null when none of its fields is there.
 */
export function parsePlot(key, fields) {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const curves = [];
  for (const part of key.split("~")) {
    const { path, index } = parseCurve(part);
    const field = byPath.get(path);
    if (!field) continue;
    const count = componentsOf(field);
    const indexes = index === null ? Array.from({ length: Math.min(count, MAX_LINES) }, (_, i) => i) : [index];
    for (const one of indexes) {
      if (one < count) curves.push(curveOf(field, one));
    }
  }
  if (curves.length === 0) return null;
  if (isPair(curves)) for (const curve of curves) curve.label = curve.command ? "cmd" : "state";
  const units = [...new Set(curves.map((curve) => curve.unit).filter(Boolean))];
  return { key, title: titleOf(key, byPath), unit: units.length === 1 ? units[0] : "", curves };
}

function isPair(curves) {
  return curves.length === 2 && curves[0].command !== curves[1].command;
}

function curveOf(field, index) {
  return {
    name: curveName(field.path, index),
    path: field.path,
    index,
    label: componentName(field, index) || lastPart(field.path),
    unit: unitOf(field, index),
    command: isCommand(field.path),
  };
}

function titleOf(key, byPath) {
  const first = parseCurve(key.split("~")[0]);
  const field = byPath.get(first.path);
  const component = field && first.index !== null && componentsOf(field) > 1 ? componentName(field, first.index) : "";
  const name = first.path.replace(/^obs\//, "");
  return component ? `${name} · ${component}` : name;
}

function lastPart(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Unit of one component; "rad, 1" names the last component's apart from the others'. */
export function unitOf(field, index) {
  const unit = field.unit ?? "";
  const parts = unit.split(",").map((part) => part.trim());
  const count = componentsOf(field);
  if (parts.length !== 2 || count < 2) return clean(unit);
  if (count === 7 && /quaternion/.test(parts[1])) return clean(index < 3 ? parts[0] : parts[1]);
  if (count === 6) return clean(index < 3 ? parts[0] : parts[1]);
  return clean(index === count - 1 ? parts[1] : parts[0]);
}

function clean(unit) {
  return unit === "1" ? "" : unit;
}

/** Whether a field is what was commanded, not what was observed. */
function isCommand(path) {
  return /^actions?(\/|$)|(^|\/)(command|target|action)s?(_|$)/.test(path);
}

/** Plots of an episode that names none: each joint with its command, the end effector's place, the score. */
export function defaultPlots(fields, steps) {
  const signals = fields.filter((field) => isSignal(field, steps));
  const byPath = new Map(signals.map((field) => [field.path, field]));
  const plots = pairs(byPath);
  if (plots.length === 0) plots.push(...signals.filter((one) => one.path.startsWith("obs/")).slice(0, 4).map((one) => one.path));
  if (byPath.has("ee_pose/position")) plots.push("ee_pose/position");
  if (plots.length === 0) plots.push(...signals.slice(0, 4).map((field) => field.path));
  return plots.slice(0, 9);
}

/** Overlays of observed joints and gripper over what was commanded, component by component. */
function pairs(byPath) {
  const actions = byPath.get("actions");
  const joints = byPath.get("obs/arm_joint_pos");
  if (!joints) return [];
  const count = componentsOf(joints);
  const commanded = actions ? componentsOf(actions) : 0;
  const plots = Array.from({ length: count }, (_, i) =>
    i < commanded ? `${curveName("obs/arm_joint_pos", i)}~${curveName("actions", i)}` : curveName("obs/arm_joint_pos", i),
  );
  if (byPath.has("obs/gripper_pos")) {
    plots.push(commanded === count + 1 ? `obs/gripper_pos[0]~${curveName("actions", count)}` : "obs/gripper_pos[0]");
  }
  return plots;
}

/** Names of all curves of the plots, each once. */
export function curveNames(plots) {
  return [...new Set(plots.flatMap((plot) => plot.curves.map((curve) => curve.name)))];
}

/** Fields as a tree of groups: [{name, path, field|null, children}], those that the search leaves. */
export function fieldTree(fields, search = "") {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const root = { children: [] };
  for (const field of fields) {
    const text = `${field.path} ${(field.components ?? []).join(" ")} ${field.unit ?? ""}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    let node = root;
    const parts = field.path.split("/");
    parts.forEach((name, depth) => {
      const path = parts.slice(0, depth + 1).join("/");
      let child = node.children.find((one) => one.name === name);
      if (!child) node.children.push((child = { name, path, field: null, children: [] }));
      if (depth === parts.length - 1) child.field = field;
      node = child;
    });
  }
  return root.children;
}
