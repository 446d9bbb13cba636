// The map of regimes: what to ask for, and its answer as colours.
import { edges } from '../../study/map';
import { modes, okabe, rgb } from '../../lib/colours';
import type { Entry } from '../../study/palette';
import type { Parameter, Values } from '../parameters';
import { problemText, type Preset } from './model';
import type { MapRow } from './bench.svelte';

export interface MapAnswer {
  law: string;
  columns: number;
  rows: number;
  regimes: string[];
  codes: string; // base64
}
export interface Axes {
  x: { parameter: Parameter; range: [number, number] };
  y: { what: MapRow; range: [number, number] };
}
export interface RegimeCells {
  axes: Axes;
  size: number;
  regimes: string[];
  codes: Uint8Array; // i + size j
  colours: Uint32Array;
  xEnds: Float64Array;
  yEnds: Float64Array;
  legend: Entry[];
  missing: number;
}

/** Centres of n cells; an even n has none in the middle, where a symmetric body may have a contact more. */
const centres = ([a, b]: [number, number], n: number) => Array.from({ length: n }, (_, i) => a + ((b - a) * (i + 0.5)) / n);

/** The question, with n x n cells. */
export function mapQuestion(preset: Preset, values: Values, law: string, axes: Axes, n: number): string {
  const { parameter, range } = axes.x;
  const columns = centres(range, n).map((x) => problemText(preset.title, preset.model({ ...values, [parameter.key]: x })));
  const ys = centres(axes.y.range, n);
  return JSON.stringify({ law, columns, y: { what: axes.y.what, from: ys[0], to: ys[n - 1], count: n } });
}

// Colours by name: a regime has the same one on every map. Those without a process are modes; of the others, light ones
// for the common, dark ones for what lies between them; the rest as they come.
const known: Record<string, string> = {
  'slip+ | slip+': okabe.sky,
  'slip- | slip-': okabe.orange,
  'slip+, stick | stick': okabe.green,
  'slip-, stick | stick': okabe.yellow,
  'slip+, slip- | slip-': okabe.blue,
  'slip-, slip+ | slip+': okabe.vermilion,
  'slip+ | slip+, stick': '#DDCC77',
  'slip- | slip-, stick': okabe.purple,
  'slip+ | slip+, slip-': '#332288',
  'slip- | slip-, slip+': '#882255',
  'stick | stick': '#117733',
  ...modes,
};
// None of those above, nor close to one.
const rare = ['#44AA99', '#CC6677', '#AA4499', '#661100', '#6699CC', '#999933', '#EE8866', '#BBCC33', '#4B0055', '#005F60'];
const others: string[] = [];
function colourOf(name: string): string {
  if (name in known) return known[name];
  if (!others.includes(name)) others.push(name);
  return rare[others.indexOf(name) % rare.length];
}

export function cellsOf(answer: MapAnswer, axes: Axes): RegimeCells {
  const text = atob(answer.codes);
  const codes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const names = answer.regimes.map(colourOf);
  const palette = new Uint32Array(256);
  names.forEach((hex, i) => {
    const [r, g, b] = rgb(hex);
    palette[i] = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
  const counts = new Uint32Array(256);
  const colours = new Uint32Array(codes.length);
  codes.forEach((code, k) => {
    ++counts[code];
    colours[k] = palette[code];
  });
  return {
    axes,
    size: answer.columns,
    regimes: answer.regimes,
    codes,
    colours,
    xEnds: edges(centres(axes.x.range, answer.columns), false),
    yEnds: edges(centres(axes.y.range, answer.rows), false),
    legend: answer.regimes.map((name, i) => ({ name, colour: names[i] })).filter((_, i) => counts[i] > 0),
    missing: counts[255],
  };
}
