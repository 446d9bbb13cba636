// A motion as the page shows it: its columns, and the instant that everything on the page looks at.
import { codes, numbers, page, rowAt, type Page, type Ref } from '../lib/data';

export interface Column {
  name: string;
  unit: string;
  data: Ref;
}
interface Dataset {
  name: string;
  names?: string[];
  columns: Column[];
}
export interface Part {
  shape: 'line' | 'outline' | 'disc' | 'half-plane' | 'spring';
  role: 'body' | 'ground' | 'spring' | 'guide';
  frame: number;
  other: number;
  points: [number, number][];
  radius: number;
  belt: number;
  name: string;
}
interface ContactDrawing {
  x: Ref;
  y: Ref;
  nx: Ref;
  ny: Ref;
  tx: Ref;
  ty: Ref;
  friction: number;
  static_friction: number;
}
export interface Drawing {
  schematic: boolean;
  parts: Part[];
  frames: { x: Ref; y: Ref; angle: Ref }[];
  contacts: ContactDrawing[];
  bounds: [number, number, number, number]; // of the whole motion: x, y, x, y
  start: [number, number, number, number]; // at its start
}
export interface Fact {
  name: string;
  value: string | number;
  unit?: string;
}
interface RunPage extends Page {
  facts: Fact[];
  scene: string;
  contacts: string[];
  thinned: { shown: number; of: number; deviation: number | null; stretches: number };
  samples: Dataset[];
  events: Dataset[];
  course: Dataset[];
  drawing: Drawing | null;
  undrawn: string;
}

export const run = page as RunPage;

// All views are in every page, and this is read in pages of other kinds too.
const none: Dataset = { name: '', columns: [{ name: '', unit: '', data: { all: null, rows: 0 } }] };
const table = (list: Dataset[], name: string): Dataset => {
  if (page.kind !== 'run') return none;
  const found = list.find((d) => d.name === name);
  if (!found) throw new Error(`the page has no ${name}`);
  return found;
};
export const samples = (name: string): Column[] => table(run.samples, name).columns;
export const events = (name: string): Column[] => table(run.events, name).columns;

export const time = numbers(samples('time')[0].data);
export const start = time[0] ?? 0;
export const end = time[time.length - 1] ?? 0;

/** Samples and, where the motion bends, instants between them: what curves and the picture are drawn by. */
export const course = (name: string): Column[] => table(run.course, name).columns;
export const courseTime = numbers(course('time')[0].data);

export const eventTime = numbers(events('time')[0].data);
export const kindNames = table(run.events, 'kind').names ?? [];
export const eventKind = codes(events('kind')[0].data);
export const modeNames = table(run.samples, 'mode').names ?? [];
export const fact = (name: string): string | number | undefined => run.facts.find((f) => f.name === name)?.value;

/** Contacts that an event is about. */
export function concerned(event: number): number[] {
  const out: number[] = [];
  events('contacts').forEach((c, i) => {
    if (codes(c.data)[event] === 1) out.push(i);
  });
  return out;
}

/** What an arrow of the usual length stands for: most magnitudes of these pairs of columns are below it. */
export function usualSize(pairs: Column[]): number {
  const sizes: number[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const n = numbers(pairs[i].data);
    const t = numbers(pairs[i + 1].data);
    for (let r = 0; r < n.length; ++r) if (n[r] !== 0 || t[r] !== 0) sizes.push(Math.hypot(n[r], t[r]));
  }
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0;
}

class Clock {
  /** The instant shown, s. */
  t = $state(start);
  playing = $state(false);
  /** Seconds of motion per second of show. */
  speed = $state(1);
  /** The event that was jumped to, while the instant is still its own. */
  event = $state(-1);
  /** The last sample at or before it. */
  readonly row = $derived(rowAt(time, this.t));

  set(t: number): void {
    this.t = Math.min(end, Math.max(start, t));
    this.event = -1;
  }
  jump(event: number): void {
    if (event < 0 || event >= eventTime.length) return;
    this.set(eventTime[event]);
    this.event = event;
  }
  /** The next or previous event, seen from now. */
  step(direction: 1 | -1): void {
    if (this.event >= 0) return this.jump(this.event + direction);
    const next = eventTime.findIndex((t) => t >= this.t); // -1: none
    const before = (next < 0 ? eventTime.length : next) - 1;
    this.jump(direction > 0 ? next : before);
  }
  /** The next or previous sample at another time. */
  sample(direction: 1 | -1): void {
    let row = this.row;
    while (row >= 0 && row < time.length && (direction > 0 ? !(time[row] > this.t) : !(time[row] < this.t))) row += direction;
    if (row >= 0 && row < time.length) this.set(time[row]);
  }
  toggle(): void {
    if (!this.playing && this.t >= end) this.set(start);
    this.playing = !this.playing;
  }
  /** Called with the seconds since the last frame. */
  advance(seconds: number): void {
    this.set(this.t + this.speed * seconds);
    if (this.t >= end) this.playing = false;
  }
}
export const clock = new Clock();

/** A column of the course between two of its rows: straight. */
export function between(column: Float64Array, row: number, t: number): number {
  const time = courseTime;
  const next = row + 1;
  if (next >= column.length || !(time[next] > time[row])) return column[row];
  const f = Math.min(1, Math.max(0, (t - time[row]) / (time[next] - time[row])));
  return column[row] + f * (column[next] - column[row]);
}
