// The document of a study: its tables, and the views that the program has chosen. study_page.hpp describes it. In a
// report the document stays; in the lab another takes its place while the study is computed, and what shows it follows.
import { codes, numbers, page, type Page, type Ref } from '../lib/data';
import type { Definition } from '../lib/definition';
import { exact, shown, withUnit } from '../lib/format';
import type { Readout, View } from '../lib/chart';

interface ColumnData {
  name: string;
  unit: string;
  // one of
  numbers?: Ref;
  codes?: Ref;
  grid?: Ref;
  // with
  each?: number;
  names?: string[];
  counts?: number[];
  missing?: number;
  valid?: number;
  least?: number | null;
  largest?: number | null;
  mean?: number | null;
  sd?: number | null;
  middle?: [number | null, number | null];
}

/** A column of a table; read when it is looked at. */
export class Column {
  constructor(
    readonly data: ColumnData,
    readonly rows: number,
  ) {}
  get name(): string {
    return this.data.name;
  }
  /** With its unit. */
  get label(): string {
    return withUnit(this.data.name, this.data.unit);
  }
  /** What the codes stand for; undefined for numbers. */
  get names(): string[] | undefined {
    return this.data.names;
  }
  /** The values of a parameter on a grid. */
  get grid(): Float64Array {
    return numbers(this.data.grid!);
  }
  /** All numbers, codes as such (NaN: missing). For whole columns prefer `codes` and `numbers`. */
  get numbers(): Float64Array {
    if (this.data.numbers) return numbers(this.data.numbers);
    return Float64Array.from({ length: this.rows }, (_, r) => this.at(r));
  }
  get codes(): Uint8Array {
    return codes(this.data.codes!);
  }
  /** The number or code in a row; NaN is missing. */
  at(row: number): number {
    const { data } = this;
    if (data.numbers) return numbers(data.numbers)[row];
    if (data.codes) {
      const code = codes(data.codes)[row];
      return code === 255 ? NaN : code;
    }
    const grid = numbers(data.grid!);
    return grid[Math.floor(row / data.each!) % grid.length];
  }
  /** For people. */
  text(row: number, digits?: number): string {
    const x = this.at(row);
    if (this.names) return this.names[x] ?? '–';
    return shown(x, digits);
  }
  /** To the last bit. */
  exact(row: number): string {
    return this.names ? '' : exact(this.at(row));
  }
  /** A line of a readout. */
  line(row: number): Readout['rows'][number] {
    const missing = Number.isNaN(this.at(row));
    const unit = this.data.unit && !missing ? ` ${this.data.unit}` : '';
    return { name: this.name, text: this.text(row) + unit, exact: this.exact(row) };
  }
}

export interface Table {
  name: string;
  rows: number;
  columns: Column[];
}

export interface GridAxis {
  column: number;
  size: number;
  stride: number;
  log: boolean;
}
export interface MapData {
  type: 'map';
  table: string;
  x: GridAxis;
  y: GridAxis;
  others: GridAxis[];
  quantities: number[];
  first: number;
  boundaries: { table: string; column: number; lines: Ref } | null;
  labels: { column: number; labels: { code: number; i: number; j: number; room: number }[] }[];
}
export interface CurvesData {
  type: 'curves';
  table: string;
  x: GridAxis;
  others: GridAxis[];
  quantities: number[];
  first: number;
  boundaries: { table: string; column: number } | null;
}
export interface UncertainData {
  type: 'uncertain';
  table: string;
  points: number;
  samples: number;
  fixed: number[];
  inputs: number[];
  quantities: number[];
  first: number;
  x?: GridAxis;
  histograms: { column: number; bins: number; edges: Ref; counts: Ref }[];
  bands: { column: number; low: Ref; middle: Ref; high: Ref }[];
  p: [number, number, number];
  confidence: number;
  percentiles: boolean;
  shares: boolean;
  sensitivity: boolean;
}
export interface OrbitsData {
  type: 'orbits';
  parameters: number;
  status: number;
  stability: number;
  period: number;
  multipliers: { re: number; im: number; modulus: Ref }[];
  x: number;
  y: number;
  marks: Ref;
}
export interface DiagramQuantity {
  name: string;
  unit: string;
  points: number | null;
  branches: number | null;
  special: number | null;
  diagram: number | null;
}
export interface DiagramData {
  type: 'diagram';
  quantities: DiagramQuantity[];
  path?: Ref;
  stable?: Ref;
  stability?: number;
}
export interface CoefficientsData {
  type: 'coefficients';
  table: string;
}
export type ViewData = MapData | CurvesData | UncertainData | OrbitsData | DiagramData | CoefficientsData;

export interface StudyPage extends Page {
  study: string;
  written_by: string;
  text: string;
  base: string;
  preview?: boolean; // it is being computed: some cells have the values of their neighbours
  tables: { name: string; rows: number; columns: ColumnData[] }[];
  views: ViewData[];
}
// All views are in every page, and this is read in pages of other kinds too.
const nothing = { study: '', written_by: '', text: '', base: '', tables: [], views: [] };

/** What the lab adds to the report of a study. */
export interface Lab {
  explain: (word: string) => Definition | undefined;
  /** Opens the motion or the impact of a row; null while that cannot be asked for. */
  readonly see: { label: string; has: (table: string) => boolean; open: (table: string, row: number) => void } | null;
}

class Study {
  lab = $state.raw<Lab | null>(null);
  page = $state.raw((page.kind === 'study' ? page : { ...page, ...nothing }) as StudyPage);
  /** Every table, in the order of the file. */
  readonly tables: Table[] = $derived(
    this.page.tables.map((t) => ({ name: t.name, rows: t.rows, columns: t.columns.map((c) => new Column(c, t.rows)) })),
  );
}
export const study = new Study();

/** Kinds of studies, for people. */
export const kinds: Record<string, string> = {
  map: 'map',
  sweep: 'sweep',
  painleve: 'classification of sliding states',
  orbit: 'periodic orbits',
  bifurcate: 'bifurcation diagram',
  identify: 'identification of coefficients',
};

/** What is looked at; it stays while the document is replaced, as long as the document has it. */
class Looked {
  /** Name of the quantity; empty: the one the study draws first. */
  quantity = $state('');
  /** What is visible of its drawing; undefined: all. */
  view = $state.raw<View | undefined>(undefined);
}
export const looked = new Looked();

/** The table of that name, if there is one. */
export const findTable = (name: string): Table | undefined => study.tables.find((t) => t.name === name);
export function table(name: string): Table {
  const found = findTable(name);
  if (!found) throw new Error(`the page has no table ${name}`);
  return found;
}

/** Of these columns the one that is looked at, else `first`. */
export const lookedAt = (of: Table, columns: number[], first: number): number =>
  columns.find((c) => of.columns[c].name === looked.quantity) ?? first;

/** The column of that name. */
export function columnOf(of: Table, name: string): Column {
  const found = of.columns.find((c) => c.name === name);
  if (!found) throw new Error(`the table ${of.name} has no column ${name}`);
  return found;
}
