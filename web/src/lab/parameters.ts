// Numbers that sliders change.
import type { Definition } from '../lib/definition';

export type Values = Record<string, number>;

export interface Parameter extends Definition {
  key: string; // in links
  symbol: string; // what follows _ is a letter below the line
  name: string;
  unit: string;
  range: [number, number];
  step: number; // of sliders, arrows and drags; typed numbers are taken as they are
  value: number; // at first
  group?: string;
}

/** To the nearest step, without the digits that sums of steps leave behind, and within the range. */
export function snapped(p: Parameter, x: number): number {
  const near = Number((Math.round(x / p.step) * p.step).toPrecision(12));
  return Math.min(p.range[1], Math.max(p.range[0], near));
}

/** Those of `some` that are parameters, within their ranges; a drag snaps them to steps. */
export function placed(parameters: Parameter[], values: Values, some: Values, snap = false): Values {
  const next = { ...values };
  for (const p of parameters) {
    const x = some[p.key];
    if (x === undefined || !Number.isFinite(x)) continue;
    next[p.key] = snap ? snapped(p, x) : Math.min(p.range[1], Math.max(p.range[0], x));
  }
  return next;
}

/** As at first. */
export const initial = (parameters: { key: string; value: number }[]): Values => Object.fromEntries(parameters.map((p) => [p.key, p.value]));
