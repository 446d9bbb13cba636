// What a live figure is: an ordinary study, scene or problem file with the numbers of the sliders written in, and how its
// answer is drawn. The program computes it like any other file, so that it can be opened in its bench and kept as a file.
import type { Parameter, Values } from '../parameters';

/**
 * Columns of the answer: of a table of a study (`cells` if none is named), of the course of a motion or of its `events`. Empty
 * where there is none, as long as nothing has been found.
 */
export interface Data {
  column(name: string, table?: string): ArrayLike<number>;
}
export interface Curve {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  colour: number; // of the palette
  dash?: number;
  wide?: boolean;
}
/** Points that the paper prints, with the band of an experiment where there is one. */
export interface Marks {
  name: string;
  points: { x: number; y: number; low?: number; high?: number }[];
}
interface Axis {
  label: string;
  unit?: string;
  range?: [number, number]; // else what the curves need
  log?: boolean;
}
export interface Lines {
  type: 'lines';
  title: string;
  about?: string; // said where there is nothing to draw
  x: Axis;
  y: Axis;
  curves: (d: Data, v: Values) => Curve[];
  marks?: Marks[];
}
/** How the answer is drawn. A motion has its animation, and lines. */
export type Show =
  | Lines
  | { type: 'map'; quantity: string }
  | { type: 'diagram' }
  | { type: 'motion'; lines: Lines[] }
  | { type: 'plane'; contact: number };

/** A number to compare with, beside the one that is computed now; they are to agree at the paper's values. */
export interface Printed {
  name: string;
  unit: string;
  printed: string;
  ours?: boolean; // not in the paper: of our reproduction, or derived from what is printed
  now: (d: Data, v: Values) => number;
  note?: string;
}
/** One of several words; its value is the place in the list. */
export interface Choice {
  key: string;
  name: string;
  options: string[];
  value: number;
}
export interface Figure {
  key: string;
  of: string; // its number in the paper; empty for one of our own
  title: string;
  caption: string;
  kind: 'study' | 'run' | 'impact';
  parameters: Parameter[];
  choices?: Choice[];
  /** The file. fine: more values than at first. */
  text: (v: Values, fine: boolean) => string;
  /** The scene or problem of a study, where it is not one that comes with the program. */
  base?: (v: Values) => string;
  finer?: boolean; // whether `fine` makes a difference
  show: Show;
  printed?: Printed[];
  reconstruction?: boolean; // its equations or numbers are ours, not the paper's
}
export interface Paper {
  key: string;
  name: string;
  citation: string;
  about: string;
  figures: Figure[];
}

// ---- files ---------------------------------------------------------------------------------------------------------

interface Study {
  kind: 'sweep' | 'map' | 'painleve' | 'orbit' | 'bifurcate';
  title: string;
  base?: string; // one that comes with the program; else the figure has its own
  parameters?: string[];
  let?: Record<string, string | number>;
  set?: Record<string, string | number>;
  more?: string[]; // further lines, each a key of the study
}
const entries = (key: string, of: Record<string, string | number> | undefined): string[] =>
  of ? [`  ${key}:`, ...Object.entries(of).map(([k, x]) => `    ${k}: ${x}`)] : [];

export const study = (s: Study): string =>
  [
    'format: 1',
    `${s.kind}:`,
    `  title: ${s.title}`,
    `  base: ${s.base ? `../${s.base}` : 'base'}.yaml`,
    ...(s.parameters ? ['  parameters:', ...s.parameters.map((p) => `    - {${p}}`)] : []),
    ...entries('let', s.let),
    ...entries('set', s.set),
    ...(s.more ?? []).map((line) => `  ${line}`),
    '',
  ].join('\n');
export const grid = (name: string, from: number, to: number, count: number, unit = ''): string =>
  `name: ${name}, ${unit ? `unit: ${unit}, ` : ''}from: ${from}, to: ${to}, count: ${count}`;

/** A scene of a model. */
export const modelScene = (title: string, model: string, parameters: Record<string, number>, until: number, more: string[] = []): string =>
  [`title: ${title}`, `model: ${model}`, 'parameters:', ...Object.entries(parameters).map(([k, x]) => `  ${k}: ${x}`), ...more, `until: ${until} # s`, ''].join('\n');

// ---- parameters that several papers have ---------------------------------------------------------------------------

export const friction = (value: number, most = 2, more: Partial<Parameter> = {}): Parameter => ({
  key: 'mu', symbol: 'μ', name: 'friction', unit: '', range: [0, most], step: 0.01, value,
  text: 'Coulomb’s coefficient: friction is at most this part of the normal force, and all of it, against the motion, in slip.',
  equation: '|F_T| ≤ μ F_N',
  ...more,
});
export const angle = (value: number, range: [number, number], text: string, more: Partial<Parameter> = {}): Parameter => ({
  key: 'phi', symbol: 'φ', name: 'angle', unit: '°', range, step: 1, value, text, ...more,
});

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;

// ---- curves --------------------------------------------------------------------------------------------------------

/** A curve for each value of one column, in their order. */
export function curvesBy(d: Data, by: string, x: string, y: string, name: (value: number) => string, style: Partial<Curve> = {}): Curve[] {
  const [keys, xs, ys] = [d.column(by), d.column(x), d.column(y)];
  const found = new Map<number, { x: number[]; y: number[] }>();
  for (let i = 0; i < keys.length; ++i) {
    let curve = found.get(keys[i]);
    if (!curve) found.set(keys[i], (curve = { x: [], y: [] }));
    curve.x.push(xs[i]);
    curve.y.push(ys[i]);
  }
  return [...found].map(([value, c], i) => ({ name: name(value), ...c, colour: i, ...style }));
}
/** Every number of some columns put through a formula. */
export const formula = (d: Data, names: string[], of: (...x: number[]) => number): number[] => {
  const columns = names.map((n) => d.column(n));
  return Array.from({ length: columns[0].length }, (_, i) => of(...columns.map((c) => c[i])));
};
/** The least number of a column, and where. */
export function least(d: Data, name: string): { row: number; value: number } {
  const column = d.column(name);
  let row = -1;
  for (let i = 0; i < column.length; ++i) if (column[i] === column[i] && !(row >= 0 && column[i] >= column[row])) row = i;
  return { row, value: row < 0 ? NaN : column[row] };
}
/** A column at a value of another, which grows: straight between its numbers. */
export function at(d: Data, x: string, value: number, y: string): number {
  const [xs, ys] = [d.column(x), d.column(y)];
  let i = 0;
  while (i + 2 < xs.length && xs[i + 1] < value) ++i;
  const f = (value - xs[i]) / (xs[i + 1] - xs[i]);
  return f ? ys[i] + f * (ys[i + 1] - ys[i]) : ys[i];
}
