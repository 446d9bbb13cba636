// Numbers as text. What is shown is the number itself to ten significant digits; the exact one, as it reads back to
// the same bits, belongs into the title of the element.

/** Up to `digits` significant digits, without trailing zeros. Missing: an en dash. */
export function shown(x: number, digits = 10): string {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const short = Number(x.toPrecision(digits));
  const text = size >= 1e-4 && size < 1e9 ? String(short) : short.toExponential().replace('+', '');
  return text.replace(/-/g, '−');
}

/** The exact number, for titles and downloads. */
export const exact = (x: number): string => (Number.isFinite(x) ? String(x) : '');

/** "x [m]", or "x" for a pure number. */
export const withUnit = (name: string, unit?: string): string => (unit ? `${name} [${unit}]` : name);

/** Round numbers (1, 2, 5 times a power of ten) between a and b, about `count` of them. */
export function ticks(a: number, b: number, count: number): number[] {
  const span = b - a;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((m) => m * power >= raw * 0.999) ?? 10) * power;
  const out: number[] = [];
  // By whole numbers: sums of steps would drift.
  for (let k = Math.ceil(a / step - 1e-9); k * step <= b + 1e-9 * span; ++k) {
    out.push(Math.abs(k * step) < 1e-9 * span ? 0 : k * step);
    if (out.length > 100) break;
  }
  return out;
}

/** Powers of ten between a and b > 0, with 2 and 5 where there are few. */
export function logTicks(a: number, b: number): number[] {
  const decades = Math.log10(b / a);
  if (!(decades > 0)) return [];
  const factors = decades > 3 ? [1] : decades > 1 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const every = Math.max(1, Math.ceil(decades / 8));
  const out: number[] = [];
  for (let e = Math.floor(Math.log10(a)); e <= Math.log10(b); ++e) {
    if (e % every !== 0) continue;
    for (const f of factors) {
      const x = f * 10 ** e;
      if (x >= a * 0.999999 && x <= b * 1.000001) out.push(x);
    }
  }
  return out;
}

/** Labels of ticks: as few digits as tell them apart. */
export function tickText(values: number[]): string[] {
  for (let digits = 1; digits < 12; ++digits) {
    const texts = values.map((v) => shown(v, digits));
    const right = values.every((v, i) => {
      const read = Number(texts[i].replace('−', '-'));
      return Math.abs(read - v) <= 1e-6 * Math.max(...values.map(Math.abs));
    });
    if (right && new Set(texts).size === texts.length) return texts;
  }
  return values.map((v) => shown(v, 12));
}

/** Starts a download of a text. */
export function download(name: string, text: string, type = 'text/csv'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
