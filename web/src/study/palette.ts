// Colours of regions. Neighbours in the list differ most; modes of contacts have theirs on every page.
import { modes, okabe } from '../lib/colours';
import type { Column } from './study.svelte';

export const areaPalette: string[] = [
  okabe.sky,
  okabe.orange,
  okabe.green,
  okabe.vermilion,
  okabe.yellow,
  okabe.blue,
  okabe.purple,
  okabe.grey,
  '#332288',
  '#882255',
  '#DDCC77',
  '#117733',
];

/** A colour for every name of a column of codes, by its place, or by its meaning if all are modes. */
export function areaColours(names: string[]): string[] {
  const known = names.filter((n) => n in modes);
  const isMode = known.length > 1 && new Set(known.map((n) => modes[n])).size === known.length;
  const used = new Set(isMode ? known.map((n) => modes[n]) : []);
  const free = areaPalette.filter((c) => !used.has(c));
  let next = 0;
  return names.map((n) => (isMode && n in modes ? modes[n] : free[next++ % free.length]));
}

export interface Entry {
  name: string;
  colour: string;
  count?: number;
}
/** Names that occur, with their colours. */
export function legendOf(column: Column): Entry[] {
  const names = column.names ?? [];
  const colours = areaColours(names);
  return names
    .map((name, i) => ({ name, colour: colours[i], count: column.data.counts?.[i] ?? 0 }))
    .filter((e) => e.count! > 0);
}
