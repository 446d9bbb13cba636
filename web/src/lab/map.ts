// The map of regimes: what to ask for, and its answer as colours.
import { areaPalette } from '../study/palette';
import { edges } from '../study/map';
import { rgb } from '../lib/colours';
import type { Entry } from '../study/palette';
import { problemText, type Parameter, type Preset, type Values } from './model';
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

// Colours by name: a regime keeps its colour while the map is refined and the law changes.
const seen: string[] = ['slip+ | slip+', 'slip- | slip-', 'stick | stick', 'slip+ | stick', 'slip- | stick', 'slip+ | slip-', 'slip- | slip+'];
function colourOf(name: string): string {
  if (!seen.includes(name)) seen.push(name);
  return areaPalette[seen.indexOf(name) % areaPalette.length];
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
    legend: answer.regimes.map((name, i) => ({ name, colour: names[i], count: counts[i] })).filter((e) => e.count > 0),
    missing: counts[255],
  };
}
