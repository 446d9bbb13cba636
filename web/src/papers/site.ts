// What the documents "papers" and "paper" hold, as the program writes them.
import { page, type Page } from '../lib/data';
import { okabe } from '../lib/colours';

export type Counts = [number, number, number, number]; // by class
export type Basis = 'paper' | 'printed model' | 'reconstruction' | 'both';

export interface Class {
  mark: string;
  name: string;
  meaning: string;
}
export interface Cell {
  printed: string;
  shown: string;
  computed: number | null;
  low: number | null;
  high: number | null;
  class: number;
  reason?: string;
}
export interface Quantity {
  name: string;
  unit: string;
}
/** An entry that needs a word. */
export interface Reason {
  quantity: Quantity;
  cell: Cell;
}
export interface Row {
  row: string;
  basis: Basis;
  cells: (Cell | null)[]; // null: the row has no such quantity
  quantity?: Quantity; // in lists, where every line has its own
}
export interface Grid {
  columns: Quantity[];
  rows: Row[];
}
export type Block = string | { header: string[]; rows: string[][] };
export interface Compared {
  row: string;
  column: string;
  unit: string;
  measured: { text: string; value: number };
  low: number;
  high: number;
  paper: { text: string; value: number };
  model: number;
  model_shown: string;
  reconstruction: number;
  reconstruction_shown: string;
}
export interface Table {
  id: string;
  title: string;
  note: Block[];
  comparison: Compared[];
  remarks: Block[];
  of_paper: boolean;
  basis: Basis;
  totals: Counts;
  grids: Grid[];
  csv: string;
}
export interface Figure {
  name: string;
  title: string;
  of: string;
  caption: string;
  basis: Basis;
  width: number;
  height: number;
  svg: string | null;
  svg_file: string;
  png_file: string;
  csv: string | null;
}
export interface Link {
  name: string;
  short: string;
  href: string | null;
  why: string;
}
export interface Paper extends Page {
  name: string;
  short: string;
  citation: string;
  contents: string;
  published?: string;
  teaser?: string;
  summary: string[];
  findings: string[];
  left_out: { figure: string; shows: string; reason: string }[];
  corrections: { place: string; printed: string; correct: string; evidence: string }[];
  links: Link[];
  shipped: { command: string; file: string; what: string }[];
  classes: Class[];
  totals: Counts;
  not_counted: Counts;
  tables: Table[];
  figures: Figure[];
  data: string[];
  report: string;
  index: string | null;
  pages: { name: string; short: string; href: string }[];
}
export interface Card {
  name: string;
  short: string;
  title: string;
  href: string;
  citation: string;
  contents: string;
  teaser: string;
  emblem: string | null;
  totals: Counts;
  not_counted: Counts;
  tables: number;
  figures: number;
  links: Link[];
}
export interface Index extends Page {
  papers: Card[];
  totals: Counts;
  classes: Class[];
}

export const classes: Class[] = (page as unknown as { classes?: Class[] }).classes ?? [];
/** Class 2 is the misprint, 3 what is not reproduced: those have a reason. */
export const misprint = 2;
export const plural = ['reproduced', 'within the rounding of the inputs', 'misprints', 'not reproduced'];
export const tints = [okabe.green, okabe.sky, okabe.orange, okabe.grey];

export const sum = (c: Counts): number => c.reduce((a, b) => a + b, 0);
/** "94.1 %" */
export const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;
/** With a true minus sign. */
export const signed = (text: string): string => text.replaceAll('-', '−');

/** An SVG text as the address of an image, in which nothing runs. */
export function picture(svg: string): string {
  const bytes = new TextEncoder().encode(svg);
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return `data:image/svg+xml;base64,${btoa(text)}`;
}

/**
 * Grids as they are shown. The program starts a new grid at every row of other quantities; rows that share most
 * of them stand in one grid here, and rows that share nearly none become a list.
 */
export function layout(grids: Grid[]): Grid[] {
  if (grids.length < 2) return grids;
  const columns: Quantity[] = [];
  const place = (q: Quantity) => {
    const k = columns.findIndex((c) => c.name === q.name && c.unit === q.unit);
    return k >= 0 ? k : columns.push(q) - 1;
  };
  const places = grids.map((g) => g.columns.map(place));
  const rows = grids.flatMap((g) => g.rows);
  const entries = rows.reduce((n, r) => n + r.cells.length, 0);
  if (columns.length <= 10 && entries >= 0.6 * rows.length * columns.length) {
    const together = grids.flatMap((g, i) =>
      g.rows.map((r) => {
        const cells: (Cell | null)[] = columns.map(() => null);
        places[i].forEach((k, from) => (cells[k] = r.cells[from]));
        return { ...r, cells };
      }),
    );
    return [{ columns, rows: together }];
  }
  if (rows.length > 2 * grids.length) return grids;
  const list = grids.flatMap((g) =>
    g.rows.flatMap((r) => r.cells.map((cell, k): Row => ({ ...r, cells: [cell], quantity: g.columns[k] }))),
  );
  return [{ columns: [{ name: 'printed, computed', unit: '' }], rows: list }];
}

export const tableAnchor = (id: string): string => `table-${id}`;
export const figureAnchor = (name: string): string => `figure-${name}`;
