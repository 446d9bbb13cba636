// Arrows of pictures, as paths of SVG. y is upwards in the data and downwards in SVG: `flip` turns it.
import type { Point } from './impact.svelte';

export const flip = ([x, y]: Point): Point => [x, -y];
const text = ([x, y]: Point) => `${x} ${y}`;

/** Shaft and head from a to b (in SVG's sense); the head is `size` long, and as long as the arrow if that is shorter. */
export function arrow(a: Point, b: Point, size: number): { shaft: string; head: string } | null {
  const d: Point = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(d[0], d[1]);
  if (!(length > 1e-9 * size)) return null;
  const e: Point = [d[0] / length, d[1] / length];
  const h = Math.min(size, length);
  const back = (along: number, across: number): Point => [
    b[0] - along * e[0] - across * e[1],
    b[1] - along * e[1] + across * e[0],
  ];
  return {
    shaft: `M${text(a)}L${text(back(0.8 * h, 0))}`,
    head: `M${text(b)}L${text(back(h, 0.38 * h))}L${text(back(0.8 * h, 0))}L${text(back(h, -0.38 * h))}Z`,
  };
}

export const line = (points: Point[]): string => 'M' + points.map(text).join('L');

/** Short strokes behind a surface from a to b (y upwards): `size` long, towards `below`, a unit vector. */
export function hatching(a: Point, b: Point, below: Point, size: number, count: number): string {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  return Array.from({ length: count + 1 }, (_, i) => {
    const at: Point = [a[0] + ((b[0] - a[0]) * i) / count, a[1] + ((b[1] - a[1]) * i) / count];
    return line([flip(at), flip([at[0] + size * (below[0] - 0.7 * along[0]), at[1] + size * (below[1] - 0.7 * along[1])])]);
  }).join('');
}
