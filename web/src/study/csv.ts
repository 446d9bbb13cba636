// Tables as CSV, letter by letter as `ricochet export` prints them.
import type { Column, Table } from './study.svelte';

/** The shortest digits that read back to the same bits; an exponent below 1e-4 and from 1e16 on. */
export function csvNumber(x: number): string {
  if (!Number.isFinite(x)) return '';
  if (x === 0) return '0';
  const [mantissa, exponent] = x.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  if (Math.abs(x) >= 1e-6) return String(x);
  return x.toFixed(Math.max(0, mantissa.replace(/[-.]/g, '').length - 1 - power));
}

export const csvText = (text: string): string => (/[,"\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

const cell = (column: Column, row: number): string => {
  const x = column.at(row);
  return column.names ? csvText(column.names[x] ?? '') : csvNumber(x);
};

export function tableCsv(table: Table): string {
  const lines = [table.columns.map((c) => csvText(c.label)).join(',')];
  for (let r = 0; r < table.rows; ++r) lines.push(table.columns.map((c) => cell(c, r)).join(','));
  return lines.join('\n') + '\n';
}
