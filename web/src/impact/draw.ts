// Drawing on the plane of impulses. All points come from the program.
import type { ChartContext } from '../lib/chart';
import { coefficients, looked, type Coefficient, type Diagram, type Path, type Point } from './impact.svelte';
import { colour, regionStyle, shape } from './marks';

const font = (size: number, style = '') => `${style} ${size}px system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif`;

function trace(c: ChartContext, points: Point[], closed = false): void {
  c.ctx.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? c.ctx.moveTo(c.X(x), c.Y(y)) : c.ctx.lineTo(c.X(x), c.Y(y))));
  if (closed) c.ctx.closePath();
}

/** Text that stays readable on whatever is below; what follows _ is a letter below the line. From x to the right. */
function label(c: ChartContext, text: string, x: number, y: number, size: number, align: 'left' | 'center' | 'right'): void {
  const { ctx, colours } = c;
  const parts = [...text.matchAll(/_(.)|[^_]+/g)].map((m) => ({ text: m[1] ?? m[0], low: m[1] !== undefined }));
  const style = (low: boolean) => font(low ? 0.72 * size : size, 'italic');
  const widths = parts.map((p) => ((ctx.font = style(p.low)), ctx.measureText(p.text).width));
  const width = widths.reduce((a, b) => a + b, 0);
  ctx.textAlign = 'left';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4;
  ctx.strokeStyle = colours.paper;
  ctx.fillStyle = colours.ink;
  for (const pass of ['strokeText', 'fillText'] as const) {
    const first = x - (align === 'left' ? 0 : align === 'center' ? 0.5 : 1) * width;
    let at = align === 'center' ? Math.min(Math.max(first, c.box.left + 4), c.box.left + c.box.width - width - 4) : first;
    parts.forEach((p, i) => {
      ctx.font = style(p.low);
      ctx[pass](p.text, at, y + (p.low ? 0.25 * size : 0));
      at += widths[i];
    });
  }
}

export function drawCone(c: ChartContext, d: Diagram): void {
  const { ctx, colours } = c;
  trace(c, d.cone, d.cone.length > 2);
  if (d.cone.length > 2) {
    ctx.fillStyle = colours.surface;
    ctx.fill();
  }
  ctx.strokeStyle = colours.muted;
  ctx.lineWidth = d.cone.length > 2 ? 1 : 2;
  ctx.stroke();
  if (d.slip_cone) {
    ctx.setLineDash([2, 4]);
    trace(c, d.slip_cone, d.slip_cone.length > 2);
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

/** Where no energy is lost or gained. */
export function drawEllipse(c: ChartContext, points: Point[]): void {
  c.ctx.strokeStyle = c.colours.muted;
  c.ctx.lineWidth = 1.5;
  c.ctx.setLineDash([4, 3]);
  trace(c, points, true);
  c.ctx.stroke();
  c.ctx.setLineDash([]);
}

export function drawRegion(c: ChartContext, polygon: Point[], which: Coefficient): void {
  const { ctx, box } = c;
  const style = regionStyle[which];
  if (polygon.length === 0) return;
  ctx.save();
  trace(c, polygon, true);
  ctx.strokeStyle = style.colour;
  ctx.fillStyle = style.colour;
  ctx.lineWidth = polygon.length < 3 ? 7 : 1.5;
  ctx.globalAlpha = polygon.length < 3 ? 0.5 : 0.9;
  ctx.stroke();
  ctx.globalAlpha = 0.12;
  ctx.fill();
  ctx.clip();
  // Hatching, fixed to the box.
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 1;
  ctx.beginPath();
  const size = Math.hypot(box.width, box.height);
  ctx.translate(box.left + 0.5 * box.width, box.top + 0.5 * box.height);
  ctx.rotate((style.hatch * Math.PI) / 180);
  for (let s = -size; s <= size; s += 9) {
    ctx.moveTo(-size, s);
    ctx.lineTo(size, s);
  }
  ctx.stroke();
  ctx.restore();
}

/** The part of a segment that is in the box, in pixels. */
function visible(c: ChartContext, a: Point, b: Point): [number, number, number, number] | null {
  const { left, top, width, height } = c.box;
  const p = [c.X(a[0]), c.Y(a[1])];
  const q = [c.X(b[0]), c.Y(b[1])];
  const d = [q[0] - p[0], q[1] - p[1]];
  let from = 0;
  let to = 1;
  for (const [k, low, high] of [
    [0, left, left + width],
    [1, top, top + height],
  ]) {
    if (d[k] === 0) {
      if (p[k] < low || p[k] > high) return null;
      continue;
    }
    const t = [(low - p[k]) / d[k], (high - p[k]) / d[k]];
    from = Math.max(from, Math.min(...t));
    to = Math.min(to, Math.max(...t));
  }
  return from < to ? [p[0] + from * d[0], p[1] + from * d[1], p[0] + to * d[0], p[1] + to * d[1]] : null;
}

/** A line of the diagram with its name along it, at the end where less is to be seen. */
export function drawLine(c: ChartContext, line: Point[], name: string, dash: number[], busy: Point[]): void {
  if (line.length < 2) return;
  const seen = visible(c, line[0], line[1]);
  if (!seen) return;
  const { ctx, colours } = c;
  let [x0, y0, x1, y1] = seen;
  ctx.strokeStyle = colours.ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
  ctx.setLineDash([]);
  if (x0 > x1) [x0, y0, x1, y1] = [x1, y1, x0, y0]; // text reads from left to right
  const length = Math.hypot(x1 - x0, y1 - y0);
  ctx.save();
  ctx.font = font(12, 'italic');
  const width = ctx.measureText(name).width;
  if (width < length - 30) {
    const room = (x: number, y: number, s: number) => {
      const f = (s * (0.5 * width + 12)) / length; // the middle of the name
      const [mx, my] = [x + f * (x1 - x0), y + f * (y1 - y0)];
      return Math.min(...busy.map((p) => Math.hypot(c.X(p[0]) - mx, c.Y(p[1]) - my)), 1e4);
    };
    const atStart = room(x0, y0, 1) > room(x1, y1, -1);
    ctx.translate(atStart ? x0 : x1, atStart ? y0 : y1);
    ctx.rotate(Math.atan2(y1 - y0, x1 - x0));
    ctx.textBaseline = 'alphabetic';
    label(c, name, atStart ? 12 : -12, -6, 12, atStart ? 'left' : 'right');
  }
  ctx.restore();
}

/** The two lines of the diagram; where the contact moves one way only they are one. */
export function drawLines(c: ChartContext, d: Diagram): void {
  if (!d.compression || !d.sticking) return;
  const ends = Object.values(d.intervals ?? {}).map(({ line }) => line[line.length - 1]);
  const busy = [...d.paths.map((p) => p.end), ...ends.filter((p) => p), ...(d.turn ? [d.turn] : [])];
  const narrow = c.box.width < 340;
  const [a, b] = [d.compression, d.sticking];
  const one = d.crossing === null && a.length > 1 && b.length > 1 && a.every((p, i) => apart(c, p, b[i]) < 1);
  const name = (long: string, short: string) => (narrow ? short : `${long}, ${short}`);
  if (one) return drawLine(c, a, name('maximum compression and sticking', 'g_N = g_T = 0'), [], busy);
  drawLine(c, a, name('maximum compression', 'g_N = 0'), [], busy);
  drawLine(c, b, name('sticking', 'g_T = 0'), [10, 4, 2, 4], busy);
}

export function drawPath(c: ChartContext, path: Path, width: number): void {
  const { ctx } = c;
  ctx.strokeStyle = colour(path.law, c.colours);
  ctx.lineCap = 'butt';
  ctx.lineJoin = 'round';
  let from: Point = [0, 0];
  const line = (to: Point, w: number, dash: number[]) => {
    ctx.lineWidth = w;
    ctx.setLineDash(dash);
    trace(c, [from, to]);
    ctx.stroke();
    from = to;
  };
  for (const s of path.stretches) line(s.to, width, s.stage === 'compression' ? [] : [9, 5]);
  // No process, or another of the impulses with the same motion.
  if (from[0] !== path.end[0] || from[1] !== path.end[1]) line(path.end, 1, [2, 4]);
  ctx.setLineDash([]);
}

export function drawMark(c: ChartContext, law: string, at: Point, size: number, hollow = false): void {
  const { ctx } = c;
  const outline = new Path2D(shape(law));
  ctx.save();
  ctx.translate(c.X(at[0]), c.Y(at[1]));
  ctx.scale(size, size);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3 / size;
  ctx.strokeStyle = c.colours.paper;
  ctx.stroke(outline);
  ctx.fillStyle = hollow ? c.colours.paper : colour(law, c.colours);
  ctx.fill(outline);
  if (hollow) {
    ctx.lineWidth = 2 / size;
    ctx.strokeStyle = colour(law, c.colours);
    ctx.stroke(outline);
  }
  ctx.restore();
}

const apart = (c: ChartContext, a: Point, b: Point) => Math.hypot(c.X(a[0]) - c.X(b[0]), c.Y(a[1]) - c.Y(b[1]));

/** Paths and ends of the laws. Where several coincide the later ones are smaller and thinner, so that all are seen. */
export function drawLaws(c: ChartContext, paths: Path[]): void {
  const strong = looked.strong;
  const order = [...paths].sort((a, b) => Number(a.law === strong) - Number(b.law === strong));
  const width = (i: number) => Math.max(1.75, 7 - i * Math.min(1, 6 / order.length));
  order.forEach((p, i) => drawPath(c, p, p.law === strong ? 3 : width(i)));
  order.forEach((p, i) => {
    const below = order.slice(0, i).filter((q) => apart(c, q.end, p.end) < 8).length;
    const above = order.slice(i + 1).filter((q) => apart(c, q.end, p.end) < 8).length;
    for (const other of p.others) drawMark(c, p.law, other, 5, true);
    drawMark(c, p.law, p.end, below + above === 0 ? 6.5 : Math.max(3, 5 + 1.6 * above));
  });
}

/** What the coefficients admit on the way of the process: ticks across it, named; those at one place share a name. */
export function drawTicks(c: ChartContext, d: Diagram): void {
  if (!d.turn || !d.intervals) return;
  const places: { at: Point; from: Point; names: string[] }[] = [{ at: d.turn, from: [0, 0], names: ['0'] }];
  for (const [which, { line, reaches_one }] of Object.entries(d.intervals)) {
    if (!reaches_one || line.length < 2) continue;
    const at = line[line.length - 1];
    const near = places.slice(1).find((p) => apart(c, p.at, at) < 14);
    const letter = coefficients[which as Coefficient].letter;
    if (near) near.names.push(letter);
    else places.push({ at, from: line[line.length - 2], names: [letter] });
  }
  const { ctx, colours } = c;
  for (const { at, from, names } of places) {
    const along = [c.X(at[0]) - c.X(from[0]), c.Y(at[1]) - c.Y(from[1])];
    const length = Math.hypot(along[0], along[1]) || 1;
    let n = [-along[1] / length, along[0] / length];
    if (n[1] < 0) n = [-n[0], -n[1]]; // below, where the ends of laws have no names
    const x = c.X(at[0]);
    const y = c.Y(at[1]);
    if (x < c.box.left || x > c.box.left + c.box.width || y < c.box.top || y > c.box.top + c.box.height) continue;
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(x - 8 * n[0], y - 8 * n[1]);
    ctx.lineTo(x + 8 * n[0], y + 8 * n[1]);
    ctx.stroke();
    ctx.textBaseline = 'middle';
    label(c, names[0] === '0' ? 'p_c' : `${names.join(', ')} = 1`, x + 20 * n[0], y + 18 * n[1], 12, 'center');
  }
}
