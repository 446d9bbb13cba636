// Maps: a colour per cell, made once per quantity; the screen is filled from it by tables from pixels to cells, so that
// a frame costs what the screen costs, not what the map does, on any grid.
import type { ChartContext } from '../lib/chart';
import { rgb, viridis } from '../lib/colours';
import { areaColours } from './palette';
import type { Column, GridAxis } from './study.svelte';

export const place = (v: number, log: boolean): number => (log ? Math.log10(v) : v);
export const unplace = (v: number, log: boolean): number => (log ? 10 ** v : v);

/** Ends of the cells along an axis, size + 1 of them, half way between neighbours as they are drawn. */
export function edges(values: ArrayLike<number>, log: boolean): Float64Array {
  const n = values.length;
  const at = Float64Array.from(values, (v) => place(v, log));
  const out = new Float64Array(n + 1);
  for (let i = 1; i < n; ++i) out[i] = 0.5 * (at[i - 1] + at[i]);
  out[0] = n > 1 ? 2 * at[0] - out[1] : at[0] - 0.5;
  out[n] = n > 1 ? 2 * at[n - 1] - out[n - 1] : at[0] + 0.5;
  return out.map((e) => unplace(e, log));
}

/** The cell whose ends enclose v; -1 if it is outside. */
export function cellAt(ends: Float64Array, v: number): number {
  const n = ends.length - 1;
  const up = ends[n] > ends[0];
  if (up ? v < ends[0] || v > ends[n] : v > ends[0] || v < ends[n]) return -1;
  let low = 0;
  let high = n;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (up ? ends[middle] <= v : ends[middle] >= v) low = middle;
    else high = middle;
  }
  return low;
}

const opaque = ([r, g, b]: [number, number, number]): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
const shades = Uint32Array.from({ length: 1024 }, (_, i) => opaque(viridis(i / 1023)));

/** Colours from `low` to `high`. */
export interface Limits {
  low: number;
  high: number;
  log: boolean;
}

/** One colour per cell, in the order i + nx j; 0 where there is no value. offset: row of the first cell. */
export function paint(column: Column, x: GridAxis, y: GridAxis, offset: number, limits: Limits | null): Uint32Array {
  const out = new Uint32Array(x.size * y.size);
  const put = (colour: (row: number) => number) => {
    for (let i = 0; i < x.size; ++i) {
      let row = offset + i * x.stride;
      for (let k = i; k < out.length; k += x.size, row += y.stride) out[k] = colour(row);
    }
  };
  if (column.names) {
    const palette = new Uint32Array(256);
    areaColours(column.names).forEach((c, i) => (palette[i] = opaque(rgb(c))));
    const codes = column.codes;
    put((row) => palette[codes[row]]);
  } else if (limits) {
    const numbers = column.numbers;
    const from = place(limits.low, limits.log);
    const factor = 1023 / (place(limits.high, limits.log) - from || 1);
    put((row) => {
      const v = place(numbers[row], limits.log);
      if (!(v > -Infinity)) return 0;
      return shades[Math.min(1023, Math.max(0, Math.round((v - from) * factor)))];
    });
  }
  return out;
}

// Which cell each of `count` pixels from `first` on shows; -1: none. at: of the ends of the cells, in pixels.
function lookup(at: Float64Array, first: number, count: number): Int32Array {
  const out = new Int32Array(count).fill(-1);
  for (let i = 0; i + 1 < at.length; ++i) {
    const low = Math.min(at[i], at[i + 1]) - first - 0.5;
    const high = Math.max(at[i], at[i + 1]) - first - 0.5;
    if (high <= 0 || low >= count) continue;
    out.fill(i, Math.max(0, Math.ceil(low)), Math.min(count, Math.max(0, Math.ceil(high))));
  }
  return out;
}

// Kept from frame to frame.
let kept: { image: ImageData; canvas: OffscreenCanvas } | null = null;

/** Draws the cells; `none` is the colour of those without a value. */
export function drawCells(c: ChartContext, colours: Uint32Array, x: Float64Array, y: Float64Array, none: string): void {
  const ratio = c.ctx.getTransform().a;
  const left = Math.floor(c.box.left * ratio);
  const top = Math.floor(c.box.top * ratio);
  const width = Math.ceil((c.box.left + c.box.width) * ratio) - left;
  const height = Math.ceil((c.box.top + c.box.height) * ratio) - top;
  const columns = lookup(x.map((v) => c.X(v) * ratio), left, width);
  const rows = lookup(y.map((v) => c.Y(v) * ratio), top, height);
  const nx = x.length - 1;
  const empty = opaque(rgb(none));
  if (kept?.image.width !== width || kept.image.height !== height) {
    kept = { image: new ImageData(width, height), canvas: new OffscreenCanvas(width, height) };
  }
  const pixels = new Uint32Array(kept.image.data.buffer).fill(0);
  for (let r = 0; r < height; ++r) {
    if (rows[r] < 0) continue;
    const from = r * width;
    // Pixel rows of one cell are equal.
    if (r > 0 && rows[r] === rows[r - 1]) {
      pixels.copyWithin(from, from - width, from);
      continue;
    }
    const cells = rows[r] * nx;
    for (let p = 0; p < width; ++p) {
      if (columns[p] >= 0) pixels[from + p] = colours[cells + columns[p]] || empty;
    }
  }
  // By a canvas of its own: the clip of the chart holds for it.
  kept.canvas.getContext('2d')!.putImageData(kept.image, 0, 0);
  c.ctx.save();
  c.ctx.setTransform(1, 0, 0, 1, 0, 0);
  c.ctx.drawImage(kept.canvas, left, top);
  c.ctx.restore();
}

/** The name of a region, where there is room for it. */
export function drawLabel(
  c: ChartContext,
  text: string,
  x: Float64Array,
  y: Float64Array,
  at: { i: number; j: number; room: number },
): void {
  const { ctx } = c;
  const middle = (ends: Float64Array, k: number, to: (v: number) => number) => 0.5 * (to(ends[k]) + to(ends[k + 1]));
  const room = Math.abs(c.X(x[at.i + at.room]) - c.X(x[at.i + 1 - at.room]));
  ctx.save();
  ctx.font = '600 13px system-ui, sans-serif';
  if (ctx.measureText(text).width + 8 <= room) {
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.lineJoin = 'round';
    ctx.lineWidth = 3;
    ctx.strokeStyle = 'rgb(255 255 255 / 0.8)';
    ctx.fillStyle = '#000';
    const place: [number, number] = [middle(x, at.i, c.X), middle(y, at.j, c.Y)];
    ctx.strokeText(text, ...place);
    ctx.fillText(text, ...place);
  }
  ctx.restore();
}
