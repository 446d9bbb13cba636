// Axes of a chart: from numbers to pixels and back. No drawing of data here.
import type { Colours } from './theme.svelte';
import { logTicks, ticks, tickText } from './format';

export interface Axis {
  label: string;
  unit?: string;
  range: [number, number]; // what is shown at first
  log?: boolean;
  names?: string[]; // of the whole numbers from 0 on, in place of ticks
}

/** What is visible: data ranges. */
export interface View {
  x: [number, number];
  y: [number, number];
}

/** Where the data are drawn, CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Given to those who draw. */
export interface ChartContext {
  ctx: CanvasRenderingContext2D;
  X: (x: number) => number;
  Y: (y: number) => number;
  box: Box;
  view: View;
  colours: Colours;
}

/** What is under the pointer: where it is, in data, and lines of text. */
export interface Readout {
  x: number;
  y: number;
  rows: { name: string; text: string; exact?: string }[];
}

const forward = (v: number, log?: boolean) => (log ? Math.log10(v) : v);
const backward = (v: number, log?: boolean) => (log ? 10 ** v : v);

/** Data to pixels along one direction; `to` may be below `from` (y grows upwards). */
export function scale(range: [number, number], from: number, to: number, log?: boolean): (v: number) => number {
  const a = forward(range[0], log);
  const f = (to - from) / (forward(range[1], log) - a);
  return (v) => from + (forward(v, log) - a) * f;
}

/** Pixels to data. */
export function unscale(range: [number, number], from: number, to: number, log?: boolean): (p: number) => number {
  const a = forward(range[0], log);
  const f = (forward(range[1], log) - a) / (to - from);
  return (p) => backward(a + (p - from) * f, log);
}

/** The range seen `factor` times as wide around `centre`, moved by `shift` of its width. */
export function zoomed(range: [number, number], centre: number, factor: number, shift = 0, log?: boolean): [number, number] {
  const [a, b] = range.map((v) => forward(v, log));
  const c = forward(centre, log);
  const move = shift * (b - a);
  const out = [c + (a - c) * factor + move, c + (b - c) * factor + move] as [number, number];
  const size = Math.max(Math.abs(out[0]), Math.abs(out[1]));
  if (!(out[1] - out[0] > 1e-12 * size) || !Number.isFinite(size)) return range; // as far as doubles reach
  return [backward(out[0], log), backward(out[1], log)];
}

/** The view with the same scale on both axes that shows all of `view` in a box of this shape. */
export function equalScale(view: View, width: number, height: number): View {
  const w = view.x[1] - view.x[0];
  const h = view.y[1] - view.y[0];
  const perPixel = Math.max(w / width, h / height);
  const grow = (r: [number, number], size: number): [number, number] => {
    const c = 0.5 * (r[0] + r[1]);
    return [c - 0.5 * size, c + 0.5 * size];
  };
  return { x: grow(view.x, perPixel * width), y: grow(view.y, perPixel * height) };
}

/** A range with a margin, never empty. */
export function padded(low: number, high: number, margin = 0.05): [number, number] {
  if (!(low <= high)) return [0, 1];
  const pad = (high - low) * margin || Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
}

/** Least and largest of the finite numbers of some columns. */
export function extent(...columns: ArrayLike<number>[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (let i = 0; i < column.length; ++i) {
      const v = column[i];
      if (v < low && v > -Infinity) low = v;
      if (v > high && v < Infinity) high = v;
    }
  }
  return [low, high];
}

const font = (size: number) => `${size}px system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif`;

// Where the ticks of an axis are, and what they say.
function places(axis: Axis, [a, b]: [number, number], count: number): number[] {
  if (axis.names) return [...axis.names.keys()].filter((i) => i >= Math.min(a, b) && i <= Math.max(a, b));
  return axis.log ? logTicks(a, b) : ticks(a, b, Math.max(3, count));
}
const texts = (axis: Axis, at: number[]) => (axis.names ? at.map((i) => axis.names![i]) : tickText(at));

/** Grid, ticks, numbers and labels. */
export function drawAxes(c: ChartContext, x: Axis, y: Axis): void {
  const { ctx, box, colours, view } = c;
  const xs = places(x, view.x, box.width / 90);
  const ys = places(y, view.y, box.height / 50);
  const bottom = box.top + box.height;
  ctx.save();
  ctx.font = font(12);
  ctx.lineWidth = 1;
  ctx.strokeStyle = colours.grid;
  ctx.beginPath();
  for (const v of xs) {
    const p = Math.round(c.X(v)) + 0.5;
    ctx.moveTo(p, box.top);
    ctx.lineTo(p, bottom);
  }
  for (const v of ys) {
    const p = Math.round(c.Y(v)) + 0.5;
    ctx.moveTo(box.left, p);
    ctx.lineTo(box.left + box.width, p);
  }
  ctx.stroke();
  ctx.fillStyle = colours.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  let free = -Infinity; // numbers do not run into each other
  texts(x, xs).forEach((text, i) => {
    const half = 0.5 * ctx.measureText(text).width + 4;
    if (c.X(xs[i]) - half < free) return;
    free = c.X(xs[i]) + half;
    ctx.fillText(text, c.X(xs[i]), bottom + 6);
  });
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  texts(y, ys).forEach((text, i) => ctx.fillText(text, box.left - 6, c.Y(ys[i]), box.left - 24));
  ctx.font = font(13);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  const title = (a: Axis) => (a.unit ? `${a.label} [${a.unit}]` : a.label);
  // The buttons of a chart stand to the right of this line.
  const room = box.width < 560 ? box.width - 104 : box.width;
  ctx.fillText(title(x), box.left + 0.5 * room, bottom + 42, room);
  ctx.translate(15, box.top + 0.5 * box.height);
  ctx.rotate(-0.5 * Math.PI);
  ctx.fillText(title(y), 0, 0, box.height);
  ctx.restore();
}

/** The frame around the data, drawn last. */
export function drawFrame({ ctx, box, colours }: ChartContext): void {
  ctx.strokeStyle = colours.ink;
  ctx.lineWidth = 1;
  ctx.strokeRect(Math.round(box.left) + 0.5, Math.round(box.top) + 0.5, Math.round(box.width), Math.round(box.height));
}
