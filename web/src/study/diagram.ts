// What a bifurcation diagram draws of a quantity: points, vertices of branches, special points, by pixels.
import type { ChartContext } from '../lib/chart';
import { codes, numbers } from '../lib/data';
import { findTable, type Column, type DiagramData, type DiagramQuantity, type Table } from './study.svelte';

/** Points of one kind: x, y, and the row of `table` of each. */
export interface Cloud {
  table: Table;
  x: Float64Array;
  y: Float64Array;
  down: Uint8Array; // whether the parameter was falling
}

function cloud(name: string, column: number | null): Cloud | null {
  const table = findTable(name);
  if (!table || column === null) return null;
  const direction = table.columns.find((c) => c.name === 'direction')?.codes ?? new Uint8Array(table.rows);
  return { table, x: table.columns[0].numbers, y: table.columns[column].numbers, down: direction };
}

/** Recorded states, or what is said of each value of the parameter. */
export const pointsOf = (q: DiagramQuantity): Cloud[] =>
  [cloud('points', q.points), cloud('diagram', q.diagram)].filter((c) => c !== null);

export interface Vertex {
  table: Table;
  row: number;
  x: number;
  y: number;
  stable: boolean;
}

/** The branches as lines; special points stand in their places. Where a table lacks the quantity they are left out. */
export function branchesOf(view: DiagramData, q: DiagramQuantity): Vertex[][] {
  if (!view.path || !view.stable || q.branches === null) return [];
  const [orbits, special] = [findTable('branches')!, findTable('special')!];
  const y: [Column, Column | null] = [orbits.columns[q.branches], q.special === null ? null : special.columns[q.special]];
  const stable = codes(view.stable);
  const lines: Vertex[][] = [[]];
  numbers(view.path).forEach((v, k) => {
    if (Number.isNaN(v)) return void lines.push([]);
    const [table, row, column] = v < 0 ? [special, -1 - v, y[1]] : [orbits, v, y[0]];
    if (!column) return;
    lines[lines.length - 1].push({ table, row, x: table.columns[0].at(row), y: column.at(row), stable: stable[k] === 1 });
  });
  return lines;
}

export interface Special {
  row: number;
  x: number;
  y: number;
  kind: number;
}
export function specialOf(q: DiagramQuantity): Special[] {
  const table = findTable('special');
  if (!table || q.special === null) return [];
  const kind = table.columns.find((c) => c.name === 'kind')!;
  return Array.from({ length: table.rows }, (_, row) => ({
    row,
    x: table.columns[0].at(row),
    y: table.columns[q.special!].at(row),
    kind: kind.at(row),
  }));
}

/** Dots for a growing parameter, rings for a falling one; each pixel once. */
export function drawCloud(c: ChartContext, cloud: Cloud, down: 0 | 1, colour: string): void {
  const { ctx, box } = c;
  const width = Math.ceil(box.width) + 1;
  const taken = new Uint8Array(width * (Math.ceil(box.height) + 1));
  const at: number[] = [];
  for (let i = 0; i < cloud.x.length; ++i) {
    if (cloud.down[i] !== down) continue;
    const px = c.X(cloud.x[i]) - box.left;
    const py = c.Y(cloud.y[i]) - box.top;
    if (!(px >= 0 && px <= box.width && py >= 0 && py <= box.height)) continue;
    const place = Math.round(py) * width + Math.round(px);
    if (taken[place]) continue;
    taken[place] = 1;
    at.push(px + box.left, py + box.top);
  }
  const few = at.length < 30000;
  ctx.fillStyle = ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let k = 0; k < at.length; k += 2) {
    if (!few) ctx.rect(at[k] - 0.6, at[k + 1] - 0.6, 1.2, 1.2);
    else {
      const r = down ? 2.4 : 1.4;
      ctx.moveTo(at[k] + r, at[k + 1]);
      ctx.arc(at[k], at[k + 1], r, 0, 2 * Math.PI);
    }
  }
  if (few && down) ctx.stroke();
  else ctx.fill();
}

/** The pieces of the branches that are stable at both ends, or the others. */
export function drawBranches(c: ChartContext, lines: Vertex[][], stable: boolean): void {
  c.ctx.beginPath();
  for (const line of lines) {
    let joined = false; // one line as long as it goes: dashes run on
    for (let i = 0; i + 1 < line.length; ++i) {
      const [a, b] = [line[i], line[i + 1]];
      const wanted = (a.stable && b.stable) === stable;
      if (wanted && !joined) c.ctx.moveTo(c.X(a.x), c.Y(a.y));
      if (wanted) c.ctx.lineTo(c.X(b.x), c.Y(b.y));
      joined = wanted;
    }
  }
  c.ctx.stroke();
}
