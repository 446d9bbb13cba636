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

// Columns of documents that came later, not with the page: `adopt`.
const adopted = new Map<number, string>();
let numbered = 0;

/** The base64 text of a block, once: it is kept decoded from then on. */
function blockText(block: number): string {
  const late = adopted.get(block);
  if (late !== undefined) {
    adopted.set(block, '');
    return late;
  }
  const element = document.getElementById(`c${block}`);
  if (!element) throw new Error(`the page has no column ${block}`);
  element.remove();
  return element.textContent ?? '';
}
function bytes(block: number): Uint8Array {
  const text = atob(blockText(block));
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) out[i] = text.charCodeAt(i);
  return out;
}

/** Takes the columns of a document that came without a page. Returns the number by which they can be forgotten. */
export function adopt(document: object, blocks: string[]): number {
  const first = Math.max(numbered, 1e6); // those of the page are far below
  numbered = first + blocks.length;
  blocks.forEach((text, i) => adopted.set(first + i, text));
  const renumber = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const ref = node as { f64?: unknown; u8?: unknown };
    if (typeof ref.f64 === 'number') ref.f64 += first;
    else if (typeof ref.u8 === 'number') ref.u8 += first;
    else Object.values(node).forEach(renumber);
  };
  renumber(document);
  sizes.set(first, blocks.length);
  return first;
}
const sizes = new Map<number, number>();
/** Nothing asks for these columns any more. */
export function forget(first: number): void {
  for (let i = 0; i < (sizes.get(first) ?? 0); ++i) {
    adopted.delete(first + i);
    decoded.delete(first + i);
  }
  sizes.delete(first);
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
