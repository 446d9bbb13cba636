// The state of the motion bench: a scene, what is changed beside its text, and the instant that is looked at.
import { clock, run, type RunPage } from '../../run/run.svelte';
import { benches, given, keep, type Bench, type Stop } from '../benches.svelte';
import { canOpen } from '../open';
import { Job } from '../job.svelte';
import { Questions, server, type Fault } from '../server.svelte';

/** A state that a motion may start from. */
export interface Start {
  t: number;
  q: number[];
  u: number[];
}
/** What is changed beside the text; empty: as in the scene. Numbers as they were typed. */
const asInScene = { law: '', method: '', until: '', step: '', tolerance: '' };
export type Override = keyof typeof asInScene;
const words: readonly Override[] = ['law', 'method'];
const overrides = Object.keys(asInScene) as Override[];

/** What the program says of a text: `{"kind": "check", ...}`. */
interface Check {
  file: string;
  title: string;
  law: string;
  method: string;
  until: number;
}
const firstScene = 'bouncing_ball';

function readStart(text: string | null): Start | null {
  try {
    const start = JSON.parse(text ?? 'null') as Start | null;
    return start && [start.t, ...start.q, ...start.u].every(Number.isFinite) ? start : null;
  } catch {
    return null; // not one of our links
  }
}

class MotionBench implements Bench {
  readonly key = 'motion';
  readonly name = 'Motion';
  readonly stops: Stop[] = [
    { at: 'scene', title: 'Choose a scene', text: 'One that comes with the program, or a file of yours. The text is yours to change: what is wrong is marked at its place.' },
    { at: 'run', title: 'Run', text: 'Ctrl+Enter does the same. The motion is shown while it is computed, and can be cancelled.' },
    { at: 'settings', title: 'Another law, another method', text: 'Without changing the text. What is left empty is as in the scene.' },
    { at: 'motion', title: 'Watch', text: 'Play, scrub, jump from event to event. Zoom into every figure: by wheel, fingers or keys.' },
    { at: 'files', title: 'Take it with you', text: 'The result as HDF5, CSV or JSON, or as a page that needs no program.' },
    keep,
  ];

  /** The shipped scene it began with (empty: none), and what has become of its text (null: nothing yet). */
  shipped = $state(firstScene);
  edited = $state<string | null>(null);
  /** Where the text comes from, if not from the program. */
  title = $state('');
  start = $state.raw<Start | null>(null);
  changed = $state({ ...asInScene });
  /** Of the text as it is; null until the program has answered. */
  check = $state.raw<Check | null>(null);
  fault = $state.raw<Fault | null>(null);
  readonly job = new Job<RunPage>('api/runs', (page) => (run.page = page));
  #asked = $state(''); // the question of the job
  #refused = $state(''); // a question
  #due = $state(false); // to be run as soon as the text is there

  readonly text = $derived(this.edited ?? this.#shippedText() ?? '');
  readonly question = $derived.by(() => {
    const some: Record<string, unknown> = { scene: this.text };
    for (const key of overrides) {
      if (this.changed[key]) some[key] = words.includes(key) ? this.changed[key] : Number(this.changed[key]);
    }
    if (this.start) some.start = this.start;
    return some;
  });
  readonly #questionText = $derived(JSON.stringify(this.question));
  /** The motion that is shown is that of the text and settings as they are. */
  readonly current = $derived(this.#asked === this.#questionText);
  /** What the program has against running it, besides what it has against the text. */
  readonly refusal = $derived(this.#refused === this.#questionText && !this.fault ? this.job.fault : null);
  readonly method = $derived(this.changed.method || this.check?.method || '');

  #shippedText(): string | undefined {
    return server.about?.scenes.find((s) => s.name === this.shipped)?.text;
  }
  #checks = new Questions<Check, string>(
    'api/check',
    'text/plain',
    (check, text) => {
      if (text !== this.text) return;
      const problem = check.file !== 'scene';
      this.fault = problem ? { message: 'This is a problem: one impact, without a motion. The impact bench takes it.' } : null;
      this.check = problem ? null : check;
    },
    (fault, text) => {
      if (text === this.text) this.fault = fault;
    },
  );
  /** Asks what the program has against the text. */
  ask(): void {
    if (this.text) return this.#checks.ask(this.text, this.text);
    this.check = null;
    this.fault = server.about ? { message: 'The text is empty.' } : null;
  }

  async run(): Promise<void> {
    this.#due = false;
    clock.playing = false;
    const question = this.#questionText;
    this.#asked = question;
    if (await this.job.begin(this.question)) return;
    // Unless another has been begun meanwhile.
    if (this.job.fault && this.#asked === question) [this.#refused, this.#asked] = [question, ''];
  }
  /** Runs what a link has asked for, once its text is there. */
  runDue(): void {
    if (this.#due && this.text) void this.run();
  }

  choose(name: string): void {
    this.#begin({ shipped: name });
  }
  edit(text: string): void {
    this.edited = text === this.#shippedText() ? null : text;
  }
  load(text: string, title: string): void {
    this.#begin({ shipped: '', edited: text, title });
  }
  /** Shows the bench with a scene that another bench has made, and runs it. */
  open({ text, law, start, title = '' }: { text: string; law?: string | null; start?: Start | null; title?: string }): void {
    this.#begin({ shipped: '', edited: text, title, start: start ?? null });
    this.changed.law = law ?? '';
    benches.show(this.key);
    void this.run();
  }
  #begin({ shipped, edited = null, title = '', start = null }: { shipped: string; edited?: string | null; title?: string; start?: Start | null }): void {
    this.shipped = shipped;
    this.edited = edited;
    this.title = title;
    this.start = start;
    this.changed = { ...asInScene };
    this.fault = this.check = null; // they were of another text
    clock.wanted = null;
  }

  // Apart from the instant, which changes at every frame while the motion plays.
  readonly #settings = $derived.by(() => {
    const out = new URLSearchParams({ scene: this.shipped });
    if (this.edited !== null) out.set('text', this.edited);
    if (this.title) out.set('title', this.title);
    for (const key of overrides) if (this.changed[key]) out.set(key, this.changed[key]);
    if (this.start) out.set('start', JSON.stringify(this.start));
    return out.toString();
  });
  readonly link = $derived(
    `#motion?${this.#settings}${this.current || this.#due ? '&run' : ''}${clock.wanted === null ? '' : `&t=${clock.wanted}`}`,
  );
  restore(link: string): void {
    const state = given(link);
    this.#begin({
      shipped: state.get('scene') ?? firstScene,
      edited: state.get('text'),
      title: state.get('title') ?? '',
      start: readStart(state.get('start')),
    });
    for (const key of overrides) this.changed[key] = state.get(key) ?? '';
    const t = Number(state.get('t') || NaN);
    clock.wanted = Number.isFinite(t) ? t : null;
    this.#due = state.has('run') && !this.current;
  }
}
export const motionBench = new MotionBench();
canOpen({ scene: (what) => motionBench.open(what) });
