// The data the program has put into the page: a JSON document, and columns of numbers outside of it.

/** Stands for a column: doubles or bytes in the text block `c<number>`, or the same number in every row. */
export type Ref = { f64: number } | { u8: number } | { all: number | null; rows: number };

/** What every document begins with; the rest depends on its kind. */
export interface Page {
  ricochet: string;
  schema: number;
  kind: string;
  title: string;
}

function read(): Page {
  const block = document.getElementById('ricochet-data');
  if (!block?.textContent) return { ricochet: '', schema: 0, kind: 'nothing', title: '' };
  return JSON.parse(block.textContent) as Page;
}
export const page: Page = read();

function bytes(block: number): Uint8Array {
  const element = document.getElementById(`c${block}`);
  if (!element) throw new Error(`the page has no column ${block}`);
  const text = atob(element.textContent ?? '');
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) out[i] = text.charCodeAt(i);
  element.remove(); // it is kept decoded from now on
  return out;
}

const decoded = new Map<number, Float64Array | Uint8Array>();
function block<T extends Float64Array | Uint8Array>(number: number, make: (b: Uint8Array) => T): T {
  let column = decoded.get(number) as T | undefined;
  if (!column) decoded.set(number, (column = make(bytes(number))));
  return column;
}

const constant = new WeakMap<Ref, Float64Array>();

/** The doubles of a column; NaN is missing. */
export function numbers(ref: Ref): Float64Array {
  if ('f64' in ref) return block(ref.f64, (b) => new Float64Array(b.buffer));
  if ('all' in ref) {
    let column = constant.get(ref);
    if (!column) constant.set(ref, (column = new Float64Array(ref.rows).fill(ref.all ?? NaN)));
    return column;
  }
  return Float64Array.from(codes(ref));
}

/** The bytes of a column of codes; 255 is missing. */
export function codes(ref: Ref): Uint8Array {
  if ('u8' in ref) return block(ref.u8, (b) => b);
  if ('all' in ref) return new Uint8Array(ref.rows).fill(ref.all ?? 255);
  throw new Error('a column of numbers where codes are expected');
}

/** The last row with time <= t in an ascending column (equal times allowed); 0 if t is before all. */
export function rowAt(time: Float64Array, t: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
