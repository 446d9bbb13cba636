// The state of the papers bench: which figure, the numbers of its sliders, and the answer that is drawn.
import { impact, type ImpactPage } from '../../impact/impact.svelte';
import { numbers } from '../../lib/data';
import { run, type RunPage } from '../../run/run.svelte';
import { findTable, study, type StudyPage } from '../../study/study.svelte';
import { given, keep, type Bench, type Stop } from '../benches.svelte';
import { Job } from '../job.svelte';
import { initial, placed, type Values } from '../parameters';
import { Questions, type Fault } from '../server.svelte';
import type { Data, Figure, Paper } from './figure';
import { papers } from './index';

const none = new Float64Array();
const studied: Data = { column: (name, of = 'cells') => findTable(of)?.columns.find((c) => c.name === name)?.numbers ?? none };
const moved: Data = {
  column(name, of = 'course') {
    if (run.page.kind !== 'run') return none;
    const found = run.page[of === 'events' ? 'events' : 'course'].flatMap((d) => d.columns).find((c) => c.name === name);
    return found ? numbers(found.data) : none;
  },
};
const nothing: Data = { column: () => none };
export const dataOf = (figure: Figure): Data => ({ study: studied, run: moved, impact: nothing })[figure.kind];

const first = (f: Figure): Values => initial([...f.parameters, ...(f.choices ?? [])]);
const name = (p: Paper, f: Figure) => `${p.key}/${f.key}`;
const all = papers.flatMap((paper) => paper.figures.map((figure) => ({ paper, figure })));
const waits = { study: 120, run: 60, impact: 0 }; // ms: a drag asks when it slows down

class PapersBench implements Bench {
  readonly key = 'papers';
  readonly name = 'Papers';
  readonly stops: Stop[] = [
    { at: 'papers', title: 'Choose a paper', text: 'Five papers on impacts with friction, and what each of them asks.' },
    { at: 'figures', title: 'Choose a figure', text: 'Its figures and tables, computed anew while you look.' },
    { at: 'sliders', title: 'Change its parameters', text: 'At first they are those of the paper. Every quantity explains itself under the pointer.' },
    { at: 'picture', title: 'See it follow', text: 'Numbers that the paper prints stand beside those of now. Finer takes more values.' },
    { at: 'files', title: 'Take it further', text: 'Every figure is an ordinary file: open it in its bench, or keep it.' },
    keep,
  ];
  #chosen = $state.raw(all[0]);
  #values = $state.raw<Record<string, Values>>({});
  fine = $state(false);
  /** What the picture belongs to: the figure and its numbers when it was asked for. */
  drawn = $state.raw<{ figure: Figure; values: Values } | null>(null);
  #refused = $state.raw<Fault | null>(null);
  #asked: { figure: Figure; values: Values } | null = null;
  #timer = 0;

  readonly studies = new Job<StudyPage>('api/studies', (page) => this.#show(() => (study.page = page)));
  readonly runs = new Job<RunPage>('api/runs', (page) => this.#show(() => (run.page = page)));
  #impacts = new Questions<ImpactPage, { figure: Figure; values: Values }>(
    'api/impact',
    'text/plain',
    (page, asked) => {
      if (asked.figure !== this.figure) return;
      impact.page = page;
      this.drawn = asked;
      this.#refused = null;
    },
    (fault) => (this.#refused = fault),
  );

  get paper(): Paper {
    return this.#chosen.paper;
  }
  get figure(): Figure {
    return this.#chosen.figure;
  }
  readonly values = $derived(this.#values[name(this.paper, this.figure)] ?? first(this.figure));
  readonly text = $derived(this.figure.text(this.values, this.fine));
  readonly base = $derived(this.figure.base?.(this.values));
  readonly job = $derived(this.figure.kind === 'study' ? this.studies : this.figure.kind === 'run' ? this.runs : null);
  readonly fault = $derived(this.job ? this.job.fault : this.#refused);
  /** The numbers are those of the paper. */
  readonly asPrinted = $derived(this.#changed(this.figure, this.values).length === 0);

  set(some: Values, snap = false): void {
    const next = placed(this.figure.parameters, this.values, some, snap);
    for (const c of this.figure.choices ?? []) if (some[c.key] in c.options) next[c.key] = some[c.key];
    this.#values = { ...this.#values, [name(this.paper, this.figure)]: next };
  }
  reset(): void {
    this.#values = { ...this.#values, [name(this.paper, this.figure)]: first(this.figure) };
  }

  /** Asks for the figure as it is; what was asked before is given up. */
  ask(): void {
    const asked = { figure: this.figure, values: this.values };
    const { text, base, job } = this;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#begin(asked, text, base, job), this.drawn?.figure === asked.figure ? waits[asked.figure.kind] : 0);
  }
  async #begin(asked: { figure: Figure; values: Values }, text: string, base: string | undefined, job: Job<StudyPage> | Job<RunPage> | null): Promise<void> {
    this.#asked = asked;
    if (!job) return this.#impacts.ask(text, asked);
    const question = asked.figure.kind === 'study' ? { study: text, ...(base !== undefined && { base }) } : { scene: text };
    const taken = await job.begin(question);
    // Not about the text: other benches keep the program busy. It is asked again.
    if (!taken && this.#asked === asked && job.fault && job.fault.line === undefined) {
      this.#timer = window.setTimeout(() => void this.#begin(asked, text, base, job), 500);
    }
  }
  #show(take: () => void): void {
    if (this.#asked?.figure !== this.figure) return;
    take();
    this.drawn = this.#asked;
  }
  /** Nobody looks. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#asked = null;
    this.drawn = null;
    this.studies.leave();
    this.runs.leave();
  }

  #changed(figure: Figure, values: Values): [string, number][] {
    const at = first(figure);
    return Object.entries(values).filter(([key, x]) => x !== at[key]);
  }
  linkTo(paper: Paper, figure: Figure): string {
    const out = new URLSearchParams({ paper: paper.key, figure: figure.key });
    for (const [key, x] of this.#changed(figure, this.#values[name(paper, figure)] ?? first(figure))) out.set(key, String(x));
    if (this.fine) out.set('fine', '1');
    return `#papers?${out}`;
  }
  readonly link = $derived(this.linkTo(this.paper, this.figure));
  restore(link: string): void {
    const state = given(link);
    const of = all.filter((a) => a.paper.key === state.get('paper'));
    this.#chosen = of.find((a) => a.figure.key === state.get('figure')) ?? of[0] ?? all[0];
    this.fine = state.has('fine');
    this.reset();
    this.set(Object.fromEntries([...state].map(([k, x]) => [k, x.trim() ? Number(x) : NaN])));
  }
}
export const papersBench = new PapersBench();
