// The state of the impact bench: which body, its parameters, what is looked at.
import { impact, looked, type ImpactPage } from '../../impact/impact.svelte';
import { benches, given, keep, type Bench, type Stop } from '../benches.svelte';
import { canOpen } from '../open';
import { initial, placed, type Values } from '../parameters';
import { problemText } from './model';
import { presets } from './presets';
import { Questions, server, type Fault } from '../server.svelte';

export const mapRows = { friction: 'friction μ', restitution: 'restitution e', ratio: 'velocity ratio gT/(−gN)' } as const;
export type MapRow = keyof typeof mapRows;

const firstLaw = 'routh-stronge';
const firstProblem = 'oblique_bar';
const first = (): Record<string, Values> => Object.fromEntries(presets.map((p) => [p.key, initial(p.parameters)]));

class ImpactBench implements Bench {
  readonly key = 'impact';
  readonly name = 'Impact';
  readonly stops: Stop[] = [
    { at: 'bodies', title: 'Choose what strikes', text: 'A bar, a ball, two vehicles, or any problem file as text.' },
    { at: 'stage', title: 'Drag', text: 'The rings set angle, velocity and spin. By keyboard: Tab to a ring, then the arrow keys.' },
    { at: 'sliders', title: 'Or slide, or type', text: 'Every quantity has its definition and equation: point at its name, or Tab to it.' },
    { at: 'plane', title: 'See why', text: 'The plane of impulses shows the way each law takes through the impact, and where it ends.' },
    { at: 'laws', title: 'Compare the laws', text: 'All laws with their energy balance. Click one to see its velocities and its map.' },
    { at: 'map', title: 'Look around', text: 'The map of regimes shows what happens nearby; the mark is your body. With one contact only.' },
    keep,
  ];
  /** The key of a preset, or `matrices`: the text itself. */
  body = $state(presets[0].key);
  #values = $state.raw(first());
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
      if (this.text) this.fault = null;
    },
    (fault) => (this.fault = fault),
  );
  ask(): void {
    if (this.text) this.#questions.ask(this.text, null);
    else this.fault = server.about ? { message: 'The text is empty.' } : null;
  }
  /** The impact that is asked for now has been answered, and is on the screen. */
  async drawn(): Promise<void> {
    await Promise.resolve(); // who asks may come first
    await this.#questions.current;
    await new Promise((done) => requestAnimationFrame(done));
  }

  /** Takes numbers as they are, within their ranges; a drag snaps them to steps. */
  set(some: Values, snap = false): void {
    const next = placed(this.preset?.parameters ?? [], this.values, some, snap);
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
  restore(link: string): void {
    const state = given(link);
    const body = state.get('body') ?? '';
    this.body = body === 'matrices' || presets.some((p) => p.key === body) ? body : presets[0].key;
    this.#values = { ...this.#values, [this.body]: first()[this.body] };
    this.set(Object.fromEntries([...state].map(([k, x]) => [k, x.trim() ? Number(x) : NaN])));
    this.shipped = state.get('problem') ?? firstProblem;
    this.edited = state.get('text');
    looked.law = state.get('law') ?? firstLaw;
    const x = state.get('map-x') ?? '';
    this.mapX = this.preset?.parameters.some((p) => p.key === x) ? x : '';
    const y = state.get('map-y') ?? '';
    this.mapY = y in mapRows ? (y as MapRow) : 'friction';
  }
}
export const bench = new ImpactBench();

canOpen({
  problem: ({ text, law }) => {
    bench.body = 'matrices';
    bench.shipped = '';
    bench.edited = text;
    if (law) looked.law = law;
    benches.show(bench.key);
  },
});
