// The state of the impact bench: which body, its parameters, what is looked at. It is kept in the address of the page,
// so that a link restores it, and every address that has been rested at can be undone.
import { impact, looked, type ImpactPage } from '../impact/impact.svelte';
import { problemText, snapped, type Values } from './model';
import { presets } from './presets';
import { Questions, server, type Fault } from './server.svelte';

export const mapRows = { friction: 'friction μ', restitution: 'restitution e', ratio: 'velocity ratio gT/(−gN)' } as const;
export type MapRow = keyof typeof mapRows;

const firstLaw = 'routh-stronge';
const firstProblem = 'oblique_bar';
const initial = (): Record<string, Values> =>
  Object.fromEntries(presets.map((p) => [p.key, Object.fromEntries(p.parameters.map((q) => [q.key, q.value]))]));

class Bench {
  /** The key of a preset, or `matrices`: the text itself. */
  body = $state(presets[0].key);
  #values = $state.raw(initial());
  /** Of the editor: the shipped problem it began with, and what has become of its text (null: nothing yet). */
  shipped = $state(firstProblem);
  edited = $state<string | null>(null);
  /** Axes of the map: a parameter to the right (empty: the first), upwards one of the rows. */
  mapX = $state('');
  mapY = $state<MapRow>('friction');
  /** What the program has against the text; what is shown then belongs to the text before. */
  fault = $state.raw<Fault | null>(null);

  readonly preset = $derived(presets.find((p) => p.key === this.body));
  readonly values = $derived(this.#values[this.body] ?? {});
  readonly model = $derived(this.preset?.model(this.values));
  readonly text = $derived(
    this.preset && this.model
      ? problemText(this.preset.title, this.model)
      : (this.edited ?? server.about?.problems.find((p) => p.name === this.shipped)?.text ?? ''),
  );

  #questions = new Questions<ImpactPage, null>(
    'api/impact',
    'text/plain',
    (page) => {
      impact.page = page;
      this.fault = null;
    },
    (fault) => (this.fault = fault),
  );
  ask(): void {
    if (this.text) this.#questions.ask(this.text, null);
  }

  /** Takes numbers as they are, within their ranges; a drag snaps them to steps. */
  set(some: Values, snap = false): void {
    const next = { ...this.values };
    for (const p of this.preset?.parameters ?? []) {
      const x = some[p.key];
      if (x === undefined || !Number.isFinite(x)) continue;
      next[p.key] = snap ? snapped(p, x) : Math.min(p.range[1], Math.max(p.range[0], x));
    }
    this.#values = { ...this.#values, [this.body]: next };
  }
  edit(text: string): void {
    this.edited = text === server.about?.problems.find((p) => p.name === this.shipped)?.text ? null : text;
  }

  /** All of it as the end of an address; what is as at first is left out. */
  readonly link = $derived.by(() => {
    const out = new URLSearchParams({ body: this.body });
    for (const p of this.preset?.parameters ?? []) {
      if (this.values[p.key] !== p.value) out.set(p.key, String(this.values[p.key]));
    }
    if (!this.preset) {
      out.set('problem', this.shipped);
      if (this.edited !== null) out.set('text', this.edited);
    }
    if (looked.chosen !== firstLaw) out.set('law', looked.chosen);
    if (this.mapX) out.set('map-x', this.mapX);
    if (this.mapY !== 'friction') out.set('map-y', this.mapY);
    return `#impact?${out}`;
  });
  /** The state of an address; one that is not of this bench changes nothing. What it does not name is as at first. */
  restore(link: string): void {
    if (!link.startsWith('#impact?')) return;
    const given = new URLSearchParams(link.slice('#impact?'.length));
    const body = given.get('body') ?? '';
    this.body = body === 'matrices' || presets.some((p) => p.key === body) ? body : presets[0].key;
    this.#values = { ...this.#values, [this.body]: initial()[this.body] };
    this.set(Object.fromEntries([...given].map(([k, x]) => [k, x.trim() ? Number(x) : NaN])));
    this.shipped = given.get('problem') ?? firstProblem;
    this.edited = given.get('text');
    looked.law = given.get('law') ?? firstLaw;
    const x = given.get('map-x') ?? '';
    this.mapX = this.preset?.parameters.some((p) => p.key === x) ? x : '';
    const y = given.get('map-y') ?? '';
    this.mapY = y in mapRows ? (y as MapRow) : 'friction';
  }
}
export const bench = new Bench();

/** Addresses before and after the one that is shown. */
class Past {
  #before = $state.raw<string[]>([]);
  #after = $state.raw<string[]>([]);
  #now = $state('');
  get canUndo(): boolean {
    return this.#before.length > 0 || bench.link !== this.#now;
  }
  get canRedo(): boolean {
    return this.#after.length > 0;
  }
  /** The bench has come to rest. */
  keep(): void {
    if (bench.link === this.#now) return;
    if (this.#now) {
      this.#before = [...this.#before.slice(-199), this.#now];
      this.#after = [];
    }
    this.#now = bench.link;
    history.replaceState(null, '', bench.link);
  }
  undo(): void {
    this.keep();
    this.#go(this.#before.at(-1), () => {
      this.#after = [...this.#after, this.#now];
      this.#before = this.#before.slice(0, -1);
    });
  }
  redo(): void {
    this.keep();
    this.#go(this.#after.at(-1), () => {
      this.#before = [...this.#before, this.#now];
      this.#after = this.#after.slice(0, -1);
    });
  }
  #go(to: string | undefined, move: () => void): void {
    if (to === undefined) return;
    move();
    bench.restore(to);
    this.#now = bench.link;
    history.replaceState(null, '', this.#now);
  }
}
export const past = new Past();
