// A motion as the page shows it: its columns, and the instant that everything on the page looks at. In a report the
// document stays; in the lab another takes its place while the motion is computed, and what shows it follows.
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
export interface RunPage extends Page {
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

// All views are in every page, and this is read in pages of other kinds too.
const none: Dataset = { name: '', columns: [{ name: '', unit: '', data: { all: null, rows: 0 } }] };

class Run {
  page = $state.raw(page as RunPage);

  #table(of: 'samples' | 'events' | 'course', name: string): Dataset {
    if (this.page.kind !== 'run') return none;
    const found = this.page[of].find((d) => d.name === name);
    if (!found) throw new Error(`the page has no ${name}`);
    return found;
  }
  samples(name: string): Column[] {
    return this.#table('samples', name).columns;
  }
  events(name: string): Column[] {
    return this.#table('events', name).columns;
  }
  /** Samples and, where the motion bends, instants between them: what curves and the picture are drawn by. */
  course(name: string): Column[] {
    return this.#table('course', name).columns;
  }
  fact(name: string): string | number | undefined {
    return this.page.facts.find((f) => f.name === name)?.value;
  }

  readonly time = $derived(numbers(this.samples('time')[0].data));
  readonly start = $derived(this.time[0] ?? 0);
  readonly end = $derived(this.time[this.time.length - 1] ?? 0);
  readonly courseTime = $derived(numbers(this.course('time')[0].data));
  readonly eventTime = $derived(numbers(this.events('time')[0].data));
  readonly eventKind = $derived(codes(this.events('kind')[0].data));
  readonly kindNames = $derived(this.#table('events', 'kind').names ?? []);
  readonly modeNames = $derived(this.#table('samples', 'mode').names ?? []);
  /** The same for motions of the same things: what was chosen for one makes sense for the other. */
  readonly things = $derived([this.page.title, ...this.samples('q').map((c) => c.name), ...(this.page.contacts ?? [])].join('\n'));

  /** Contacts that an event is about. */
  concerned(event: number): number[] {
    const out: number[] = [];
    this.events('contacts').forEach((c, i) => {
      if (codes(c.data)[event] === 1) out.push(i);
    });
    return out;
  }
}
export const run = new Run();

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

export const speeds = [0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100];
/** A motion of a few seconds at its own pace; others so that they take about ten. */
function suitable(length: number): number {
  const wanted = length > 0 && (length < 2 || length > 30) ? length / 10 : 1;
  const off = (s: number) => Math.abs(Math.log(s / wanted));
  return speeds.reduce((best, s) => (off(s) < off(best) ? s : best));
}

class Clock {
  /** The instant that was asked for; null: the newest there is. */
  wanted = $state<number | null>(run.page.kind === 'run' ? run.start : null);
  /** The instant shown, s: the motion may not have come as far as the one asked for. */
  readonly t = $derived(Math.min(run.end, Math.max(run.start, this.wanted ?? run.end)));
  playing = $state(false);
  #speed = $state(0); // 0: the suitable one
  #event = $state(-1);
  /** The event that was jumped to, while the instant is still its own. */
  readonly event = $derived(this.#event >= 0 && run.eventTime[this.#event] === this.t ? this.#event : -1);
  /** The last sample at or before it. */
  readonly row = $derived(rowAt(run.time, this.t));

  /** Seconds of motion per second of show. */
  get speed(): number {
    return this.#speed || suitable(run.end - run.start);
  }
  set speed(value: number) {
    this.#speed = value;
  }
  set(t: number): void {
    this.wanted = Math.min(run.end, Math.max(run.start, t));
    this.#event = -1;
  }
  jump(event: number): void {
    if (event < 0 || event >= run.eventTime.length) return;
    this.set(run.eventTime[event]);
    this.#event = event;
  }
  /** The next or previous event, seen from now. */
  step(direction: 1 | -1): void {
    if (this.event >= 0) return this.jump(this.event + direction);
    const next = run.eventTime.findIndex((t) => t >= this.t); // -1: none
    const before = (next < 0 ? run.eventTime.length : next) - 1;
    this.jump(direction > 0 ? next : before);
  }
  /** The next or previous sample at another time. */
  sample(direction: 1 | -1): void {
    const { time } = run;
    let row = this.row;
    while (row >= 0 && row < time.length && (direction > 0 ? !(time[row] > this.t) : !(time[row] < this.t))) row += direction;
    if (row >= 0 && row < time.length) this.set(time[row]);
  }
  toggle(): void {
    if (!this.playing && this.t >= run.end) this.set(run.start);
    this.playing = !this.playing;
  }
  /** Called with the seconds since the last frame. */
  advance(seconds: number): void {
    this.set(this.t + this.speed * seconds);
    if (this.t >= run.end) this.playing = false;
  }
}
export const clock = new Clock();

/** A column of the course between two of its rows: straight. */
export function between(column: Float64Array, row: number, t: number): number {
  const time = run.courseTime;
  const next = row + 1;
  if (next >= column.length || !(time[next] > time[row])) return column[row];
  const f = Math.min(1, Math.max(0, (t - time[row]) / (time[next] - time[row])));
  return column[row] + f * (column[next] - column[row]);
}
