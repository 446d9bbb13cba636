// Drawing a sketch: parts in their frames, contacts with their forces. Positions come from the program; here they are
// turned into pixels.
import type { ChartContext } from '../lib/chart';
import { modes } from '../lib/colours';
import type { Part } from './run.svelte';

export interface Pose {
  x: number;
  y: number;
  angle: number;
}
const world: Pose = { x: 0, y: 0, angle: 0 };

type Point = [number, number];

function place(pose: Pose, [x, y]: Point): Point {
  const c = Math.cos(pose.angle);
  const s = Math.sin(pose.angle);
  return [pose.x + c * x - s * y, pose.y + s * x + c * y];
}

function path(c: ChartContext, points: Point[], closed: boolean): void {
  c.ctx.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? c.ctx.moveTo(c.X(x), c.Y(y)) : c.ctx.lineTo(c.X(x), c.Y(y))));
  if (closed) c.ctx.closePath();
}

// Short strokes on the solid side of a line, the sign of ground in drawings of mechanics.
function hatch(c: ChartContext, a: Point, b: Point): void {
  const [x0, y0, x1, y1] = [c.X(a[0]), c.Y(a[1]), c.X(b[0]), c.Y(b[1])];
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!(length > 1)) return;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  c.ctx.beginPath();
  for (let s = 4; s < length; s += 9) {
    const [x, y] = [x0 + s * ux, y0 + s * uy];
    c.ctx.moveTo(x, y);
    c.ctx.lineTo(x - 7 * ux - 7 * uy, y - 7 * uy + 7 * ux);
  }
  c.ctx.stroke();
}

function halfPlane(c: ChartContext, part: Part, pose: Pose): void {
  const [x, y] = place(pose, part.points[0]);
  const [nx, ny] = place({ x: 0, y: 0, angle: pose.angle }, part.points[1]);
  // Only the part near the view: an edge without end has no end of strokes.
  const [mx, my] = [(c.view.x[0] + c.view.x[1]) / 2, (c.view.y[0] + c.view.y[1]) / 2];
  const middle = (mx - x) * ny - (my - y) * nx;
  const reach = Math.hypot(c.view.x[1] - c.view.x[0], c.view.y[1] - c.view.y[0]);
  const at = (s: number, deep = 0): Point => [x + s * ny - deep * nx, y - s * nx - deep * ny];
  const away = Math.abs((mx - x) * nx + (my - y) * ny); // of the view from the edge
  const depth = part.radius > 0 ? part.radius : away + reach;
  const [a, b] = [middle - reach, middle + reach];
  path(c, [at(a), at(b), at(b, depth), at(a, depth)], true);
  c.ctx.fillStyle = c.colours.surface;
  c.ctx.fill();
  line(c, [at(a), at(b)]);
  belt(c, part.belt, at(middle), [ny, -nx]);
}

// Where a surface goes, just inside it; `along` is the direction of a positive belt.
function belt(c: ChartContext, speed: number, [x, y]: Point, along: Point): void {
  if (speed === 0) return;
  const deep = 14 / (c.X(1) - c.X(0));
  const sign = Math.sign(speed);
  arrow(c, x + deep * along[1], y - deep * along[0], 40 * sign * along[0], 40 * sign * along[1], c.colours.ink);
}

function line(c: ChartContext, points: Point[]): void {
  path(c, points, false);
  c.ctx.strokeStyle = c.colours.ink;
  c.ctx.lineWidth = 1.5;
  c.ctx.stroke();
  c.ctx.lineWidth = 1;
  c.ctx.strokeStyle = c.colours.muted;
  for (let i = 0; i + 1 < points.length; ++i) hatch(c, points[i], points[i + 1]);
}

function spring(c: ChartContext, from: Point, to: Point): void {
  const [x0, y0, x1, y1] = [c.X(from[0]), c.Y(from[1]), c.X(to[0]), c.Y(to[1])];
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!(length > 0)) return;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const coils = 8;
  c.ctx.beginPath();
  c.ctx.moveTo(x0, y0);
  for (let k = 0; k <= 2 * coils; ++k) {
    const s = length * (0.15 + (0.7 * k) / (2 * coils));
    const w = k === 0 || k === 2 * coils ? 0 : k % 2 === 0 ? 5 : -5;
    c.ctx.lineTo(x0 + s * ux - w * uy, y0 + s * uy + w * ux);
  }
  c.ctx.lineTo(x1, y1);
  c.ctx.strokeStyle = c.colours.muted;
  c.ctx.lineWidth = 1.25;
  c.ctx.stroke();
}

export function drawPart(c: ChartContext, part: Part, poses: Pose[]): void {
  const pose = part.frame < 0 ? world : poses[part.frame];
  const points = () => part.points.map((p) => place(pose, p));
  if (part.shape === 'half-plane') return halfPlane(c, part, pose);
  if (part.shape === 'spring') {
    const other = part.other < 0 ? world : poses[part.other];
    return spring(c, place(pose, part.points[0]), place(other, part.points[1]));
  }
  if (part.role === 'ground' && part.shape === 'line') {
    const all = points();
    line(c, all);
    const [a, b] = [all[0], all[all.length - 1]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return belt(c, part.belt, [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])], [(b[0] - a[0]) / length, (b[1] - a[1]) / length]);
  }
  if (part.shape === 'disc') {
    const [x, y] = place(pose, part.points[0]);
    c.ctx.beginPath();
    c.ctx.arc(c.X(x), c.Y(y), Math.max(2, c.X(x + part.radius) - c.X(x)), 0, 2 * Math.PI);
  } else {
    path(c, points(), part.shape === 'outline');
  }
  const solid = part.shape !== 'line' && part.role !== 'guide';
  if (solid) {
    c.ctx.fillStyle = c.colours.paper; // hides what is behind
    c.ctx.fill();
    c.ctx.globalAlpha = 0.18;
    c.ctx.fillStyle = part.role === 'ground' ? c.colours.muted : c.colours.accent;
    c.ctx.fill();
    c.ctx.globalAlpha = 1;
  }
  c.ctx.strokeStyle = part.role === 'guide' ? c.colours.muted : c.colours.ink;
  c.ctx.lineWidth = part.role === 'guide' ? 1 : part.shape === 'line' ? 3 : 1.5;
  c.ctx.stroke();
}

/** An arrow from a point (data) along a vector in pixels, y upwards. */
export function arrow(c: ChartContext, x: number, y: number, dx: number, dy: number, colour: string): void {
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5)) return;
  const [x0, y0] = [c.X(x), c.Y(y)];
  const [x1, y1] = [x0 + dx, y0 - dy];
  const [ux, uy] = [dx / length, -dy / length];
  const head = Math.min(9, 0.6 * length);
  c.ctx.strokeStyle = c.ctx.fillStyle = colour;
  c.ctx.lineWidth = 2;
  c.ctx.beginPath();
  c.ctx.moveTo(x0, y0);
  c.ctx.lineTo(x1 - 0.8 * head * ux, y1 - 0.8 * head * uy);
  c.ctx.stroke();
  c.ctx.beginPath();
  c.ctx.moveTo(x1, y1);
  c.ctx.lineTo(x1 - head * ux - 0.45 * head * uy, y1 - head * uy + 0.45 * head * ux);
  c.ctx.lineTo(x1 - head * ux + 0.45 * head * uy, y1 - head * uy - 0.45 * head * ux);
  c.ctx.fill();
}

export interface ContactState {
  x: number;
  y: number;
  normal: Point;
  tangent: Point;
  friction: number;
  mode: string;
  force: Point; // normal, tangential, over the usual size
  impulse: Point | null; // likewise, at an impact
}

/** Pixels of an arrow of the usual size. */
export const usualArrow = 70;

export function drawContact(c: ChartContext, k: ContactState, show: { forces: boolean; cones: boolean }): void {
  const colour = modes[k.mode] ?? c.colours.muted;
  const closed = k.mode !== 'open' && k.mode !== 'unknown';
  const along = ([n, t]: Point): Point => [
    n * k.normal[0] + t * k.tangent[0],
    n * k.normal[1] + t * k.tangent[1],
  ];
  if (show.cones && closed && k.friction > 0) {
    const [x, y] = [c.X(k.x), c.Y(k.y)];
    const size = 0.6 * usualArrow;
    const far = Math.hypot(1, k.friction);
    const side = (s: number) => along([size / far, (s * size * k.friction) / far]);
    c.ctx.beginPath();
    c.ctx.moveTo(x + side(-1)[0], y - side(-1)[1]);
    c.ctx.lineTo(x, y);
    c.ctx.lineTo(x + side(1)[0], y - side(1)[1]);
    c.ctx.globalAlpha = 0.2;
    c.ctx.fillStyle = colour;
    c.ctx.fill();
    c.ctx.globalAlpha = 1;
    c.ctx.strokeStyle = colour;
    c.ctx.lineWidth = 1;
    c.ctx.stroke();
  }
  if (show.forces) {
    // Beyond twice the usual size an arrow grows by its logarithm: a spike must not hide the scene.
    const draw = (f: Point, ink: string) => {
      const size = Math.hypot(...f);
      if (!(size > 0)) return;
      const length = usualArrow * (size <= 2 ? size : 2 + Math.log(size / 2));
      const [dx, dy] = along(f);
      arrow(c, k.x, k.y, (dx / size) * length, (dy / size) * length, ink);
    };
    draw(k.force, colour);
    if (k.impulse) draw(k.impulse, c.colours.ink);
  }
  c.ctx.beginPath();
  c.ctx.arc(c.X(k.x), c.Y(k.y), closed ? 4 : 2.5, 0, 2 * Math.PI);
  c.ctx.fillStyle = closed ? colour : c.colours.paper;
  c.ctx.fill();
  c.ctx.strokeStyle = colour;
  c.ctx.lineWidth = 1.5;
  c.ctx.stroke();
}
