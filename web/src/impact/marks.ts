// Marks and colours of the laws: told apart by shape and by colour, the same in diagrams, legends and tables.
import { okabe } from '../lib/colours';
import type { Colours } from '../lib/theme.svelte';
import { impact, type Coefficient } from './impact.svelte';

// Around the origin, about one in size, y downwards: for canvases and for SVG.
const shapes = [
  'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z', // circle
  'M-.88-.88H.88V.88H-.88Z', // square
  'M0-1.25L1.25 0L0 1.25L-1.25 0Z', // diamond
  'M0-1.2L1.1.8H-1.1Z', // triangle
  'M0 1.2L1.1-.8H-1.1Z', // triangle, point down
  'M-.38-1.15H.38V-.38H1.15V.38H.38V1.15H-.38V.38H-1.15V-.38H-.38Z', // plus
  'M-1.1-.58L-.58-1.1L0-.52L.58-1.1L1.1-.58L.52 0L1.1.58L.58 1.1L0 .52L-.58 1.1L-1.1.58L-.52 0Z', // cross
  'M0-1.3L.33-.4L1.24-.4L.5.16L.76 1.05L0 .5L-.76 1.05L-.5.16L-1.24-.4L-.33-.4Z', // star
  'M0-1.15L1.09-.36L.68.93L-.68.93L-1.09-.36Z', // pentagon
  'M-1.2 0L.8-1.1V1.1Z', // triangle, point to the left
];
const paints = [
  okabe.blue,
  okabe.vermilion,
  okabe.green,
  okabe.purple,
  okabe.orange,
  okabe.sky,
  '', // the ink of the theme
  okabe.grey,
  okabe.purple,
  okabe.green,
];

const place = (law: string) => impact.page.laws.findIndex((l) => l.name === law);
export const shape = (law: string): string => shapes[place(law) % shapes.length];
/** For style sheets. */
export const paint = (law: string): string => paints[place(law) % paints.length] || 'var(--ink)';
/** For canvases. */
export const colour = (law: string, c: Colours): string => paints[place(law) % paints.length] || c.ink;

/** Regions differ by colour and by the direction of their hatching, in degrees. */
export const regionStyle: Record<Coefficient, { colour: string; hatch: number }> = {
  kinematic: { colour: okabe.sky, hatch: 45 },
  kinetic: { colour: okabe.orange, hatch: 90 },
  energetic: { colour: okabe.green, hatch: -45 },
};
