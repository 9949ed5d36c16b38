import * as THREE from "three";
import { OrbitControls } from "three/OrbitControls";
import { token } from "../lib/theme.js";
import { allPoints, boxEdges, extent, gridStep, isPoint } from "./tracks.js";

const TURN = Math.PI / 24;

/**
 * View of the paths in space. Drawn only when something has changed: the step, the point of view, size or theme.
 *
 * @throws Error when the browser has no WebGL
 */
export class View3d {
  #renderer;
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(40, 1, 0.01, 100);
  #controls;
  #tracks;
  #movers = [];
  #labels = [];
  #labelHost;
  #extent;
  #request = 0;

  constructor(canvas, labelHost, tracks, { reducedMotion = false } = {}) {
    this.#tracks = tracks;
    this.#labelHost = labelHost;
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#camera.up.set(0, 0, 1);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enableDamping = !reducedMotion;
    this.#controls.dampingFactor = 0.15;
    this.#controls.addEventListener("change", () => this.#draw());
    this.#extent = extent(allPoints(tracks));
    this.#build();
    this.reset();
  }

  /** Index into the tracks that is shown. */
  show(index) {
    for (const mover of this.#movers) mover(index);
    this.#draw();
  }

  /** The point of view from which everything is seen. */
  reset() {
    const { center, radius } = this.#extent;
    const distance = radius * 3.4 + 0.2;
    this.#controls.target.set(...center);
    this.#camera.position.set(center[0] + distance * 0.62, center[1] - distance * 0.62, center[2] + distance * 0.48);
    this.#camera.near = distance / 100;
    this.#camera.far = distance * 20;
    this.#camera.updateProjectionMatrix();
    this.#controls.update();
    this.#draw();
  }

  /** Looks along an axis: "x", "y" or "z". */
  along(axis) {
    const { center, radius } = this.#extent;
    const distance = radius * 3.4 + 0.2;
    const offset = { x: [distance, 0, 0], y: [0, -distance, 0], z: [0, -distance * 0.001, distance] }[axis];
    this.#camera.position.set(...center.map((value, i) => value + offset[i]));
    this.#controls.target.set(...center);
    this.#controls.update();
    this.#draw();
  }

  /** Turns (across, up) or moves nearer by keys. */
  turn(across, up, nearer = 1) {
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    const radius = offset.length() * nearer;
    let azimuth = Math.atan2(offset.y, offset.x) + across * TURN;
    const elevation = Math.max(-1.5, Math.min(1.5, Math.asin(offset.z / offset.length()) + up * TURN));
    offset.set(Math.cos(azimuth) * Math.cos(elevation), Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation)).multiplyScalar(radius);
    this.#camera.position.copy(this.#controls.target).add(offset);
    this.#controls.update();
    this.#draw();
  }

  resize(width, height) {
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#draw();
  }

  destroy() {
    cancelAnimationFrame(this.#request);
    this.#controls.dispose();
    this.#scene.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose?.();
    });
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.#labelHost.replaceChildren();
  }

  #draw() {
    this.#request ||= requestAnimationFrame(() => {
      this.#request = 0;
      if (this.#controls.enableDamping) this.#controls.update();
      this.#renderer.render(this.#scene, this.#camera);
      this.#placeLabels();
    });
  }

  #build() {
    const colors = Array.from({ length: 8 }, (_, i) => new THREE.Color(token(`--series-${i + 1}`)));
    this.#grid();
    const size = Math.max(0.008, this.#extent.radius * 0.025);
    if (this.#tracks.ee?.length) this.#path(this.#tracks.ee, colors[0], size, "end effector");
    (this.#tracks.objects ?? []).forEach((object, i) => {
      const color = colors[(i + 1) % 8];
      this.#path(object.positions ?? [], color, size * 0.8, object.name);
      if (object.boxes) this.#boxes(object.boxes, color);
    });
    for (const camera of this.#tracks.cameras ?? []) this.#cameraMark(camera, size);
  }

  #grid() {
    const { center, radius } = this.#extent;
    const step = gridStep(radius * 3);
    const size = Math.ceil((radius * 3) / step) * step;
    const floor = Math.min(0, ...allPoints(this.#tracks).filter(isPoint).map((point) => point[2]));
    const grid = new THREE.GridHelper(size, Math.round(size / step), token("--border-strong"), token("--border"));
    grid.rotation.x = Math.PI / 2;
    const origin = center.map((value) => Math.round(value / step) * step);
    grid.position.set(origin[0], origin[1], floor);
    this.#scene.add(grid);
    const axes = [["x", "--bad-fill", [1, 0, 0]], ["y", "--good-fill", [0, 1, 0]], ["z", "--accent", [0, 0, 1]]];
    const corner = new THREE.Vector3(origin[0] - step * 2, origin[1] - step * 2, floor);
    for (const [name, color, way] of axes) {
      const end = corner.clone().addScaledVector(new THREE.Vector3(...way), step);
      this.#scene.add(line([corner.toArray(), end.toArray()], new THREE.Color(token(color)), 1));
      this.#label(`${name} (${lengthText(step)})`, () => end);
    }
  }

  #path(points, color, size, name) {
    this.#scene.add(line(points.filter(isPoint), color, 0.45));
    const past = line(points.filter(isPoint), color, 1);
    const counts = [];
    points.reduce((sum, point) => counts[counts.push(sum + (isPoint(point) ? 1 : 0)) - 1], 0);
    this.#scene.add(past);
    const ball = new THREE.Mesh(new THREE.SphereGeometry(size, 20, 14), new THREE.MeshBasicMaterial({ color }));
    this.#scene.add(ball);
    this.#label(name, () => (ball.visible ? ball.position : null));
    this.#movers.push((index) => {
      const point = points[index];
      ball.visible = isPoint(point);
      if (ball.visible) ball.position.set(...point);
      past.geometry.setDrawRange(0, counts[index] ?? 0);
    });
  }

  #boxes(boxes, color) {
    const edges = boxEdges();
    const positions = new Float32Array(edges.length * 6);
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(positions, 3));
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color }));
    lines.frustumCulled = false;
    this.#scene.add(lines);
    this.#movers.push((index) => {
      const box = boxes[index];
      lines.visible = box?.length === 8 && box.every(isPoint);
      if (!lines.visible) return;
      edges.forEach(([a, b], i) => positions.set([...box[a], ...box[b]], i * 6));
      geometry.attributes.position.needsUpdate = true;
    });
  }

  #cameraMark({ name, position, orientation }, size) {
    if (!isPoint(position)) return;
    const mark = new THREE.Mesh(new THREE.ConeGeometry(size, size * 2, 4), new THREE.MeshBasicMaterial({ color: token("--text-3"), wireframe: true }));
    mark.position.set(...position);
    if (orientation?.length === 4) mark.quaternion.set(orientation[1], orientation[2], orientation[3], orientation[0]);
    this.#scene.add(mark);
    this.#label(name, () => mark.position);
  }

  #label(text, place) {
    const element = document.createElement("span");
    element.textContent = text;
    this.#labelHost.append(element);
    this.#labels.push({ element, place });
  }

  #placeLabels() {
    const width = this.#labelHost.clientWidth;
    const height = this.#labelHost.clientHeight;
    for (const { element, place } of this.#labels) {
      const point = place()?.clone().project(this.#camera);
      element.hidden = !point || point.z > 1 || Math.abs(point.x) > 1 || Math.abs(point.y) > 0.97;
      if (!element.hidden) element.style.transform = `translate(${(((point.x + 1) / 2) * width + 8).toFixed(1)}px, ${(((1 - point.y) / 2) * height - 8).toFixed(1)}px)`;
    }
  }
}

function line(points, color, opacity) {
  const geometry = new THREE.BufferGeometry().setFromPoints(points.map((point) => new THREE.Vector3(...point)));
  const drawn = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color, transparent: opacity < 1, opacity }));
  drawn.frustumCulled = false;
  return drawn;
}

function lengthText(meters) {
  return meters < 1 ? `${Math.round(meters * 100)} cm` : `${meters} m`;
}
