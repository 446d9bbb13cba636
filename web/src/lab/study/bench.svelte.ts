// The state of the study bench: a study and its base as texts, and what is looked at of what they give.
import { looked, study, type Lab, type StudyPage } from '../../study/study.svelte';
import { given, keep, past, type Bench, type Stop } from '../benches.svelte';
import { Job } from '../job.svelte';
import { openProblem, openScene, type SceneToOpen } from '../open';
import { ask, isFault, server, type Fault } from '../server.svelte';
import { explain } from './terms';

export type Part = 'study' | 'base';
// Tables whose rows are about many points.
const summaries = ['percentiles', 'shares', 'sensitivity', 'ends'];
const firstStudy = 'payr_glocker_fig5';

/** The text of the shipped problem or scene that a study names as its base. */
function named(text: string): string | undefined {
  const [, folder, name] = /^\s*base:\s*["']?(?:\S*\/)?(problems|scenes)\/([^\s"'#]+)\.yaml/m.exec(text) ?? [];
  return (folder === 'scenes' ? server.about?.scenes : server.about?.problems)?.find((p) => p.name === name)?.text;
}

class StudyBench implements Bench {
  readonly key = 'study';
  readonly name = 'Study';
  readonly stops: Stop[] = [
    { at: 'study', title: 'Choose a study', text: 'One that comes with the program, or a file of yours. It has a second text, its base: the problem or scene whose numbers vary.' },
    { at: 'run', title: 'Run', text: 'Ctrl+Enter does the same. Maps refine and diagrams grow while they are computed, and can be cancelled.' },
    { at: 'found', title: 'Look closer', text: 'Click a cell, a point or a branch to keep its numbers, and see its motion or impact. Zoom by wheel, fingers or keys.' },
    { at: 'files', title: 'Take it with you', text: 'All tables as HDF5, CSV or JSON, or a page that needs no program.' },
    keep,
  ];
  /** The shipped study it began with (empty: a file of the user), and what has become of the texts (null: nothing yet). */
  shipped = $state(firstStudy);
  #edited = $state<Record<Part, string | null>>({ study: null, base: null });
  part = $state<Part>('study');
  /** Why the motion of a row cannot be seen. */
  refused = $state('');
  /** The texts that were run last; the job whose page is shown, and its texts. */
  #asked = $state.raw<Record<Part, string> | null>(null);
  #shown = $state('');
  #ran = $state.raw<Record<Part, string> | null>(null);

  readonly job = new Job<StudyPage>('api/studies', (page) => {
    study.page = page;
    this.#shown = this.job.state?.id ?? '';
    this.#ran = this.#asked;
  });

  readonly example = $derived(server.about?.studies?.find((s) => s.name === this.shipped));
  readonly text = $derived(this.#edited.study ?? this.example?.text ?? '');
  /** Follows what the study names, until it is edited itself. */
  readonly #followed = $derived(named(this.text) ?? '');
  readonly base = $derived(this.#edited.base ?? this.#followed);
  /** What is shown belongs to other texts. */
  readonly stale = $derived(this.#ran?.study !== this.text || this.#ran.base !== this.base);
  /** The texts are those that were run. */
  readonly fresh = $derived(this.#asked?.study === this.text && this.#asked.base === this.base);

  /** What the program has against one of the texts, as long as that is as it was. */
  fault(part: Part): Fault | null {
    const { fault } = this.job;
    return fault && this.fresh && (fault.file === 'base' ? 'base' : 'study') === part ? fault : null;
  }
  choose(name: string): void {
    this.shipped = name;
    this.#edited = { study: null, base: null };
    looked.quantity = '';
    looked.view = undefined;
  }
  edit(part: Part, text: string): void {
    this.#edited[part] = text === (part === 'study' ? this.example?.text : this.#followed) ? null : text;
  }
  /** A file of the user; a study begins anew. */
  load(part: Part, text: string): void {
    if (part === 'study') this.choose('');
    this.edit(part, text);
  }
  async run(): Promise<void> {
    this.refused = '';
    this.#asked = { study: this.text, base: this.base };
    const taken = await this.job.begin({ study: this.text, ...(this.base && { base: this.base }) });
    if (!taken && this.job.fault) this.part = this.fault('base') ? 'base' : 'study';
  }

  readonly #seeing = $derived(
    this.#shown && this.job.state?.id === this.#shown
      ? {
          label: /^impact:/m.test(study.page.base) ? 'See its impact' : 'See its motion',
          has: (table: string) => !summaries.includes(table),
          open: (table: string, row: number) => void this.#see(table, row),
        }
      : null,
  );
  /** What the report of a study gets from here. */
  readonly lab: Lab = ((bench) => ({
    explain,
    get see() {
      return bench.#seeing;
    },
  }))(this);
  async #see(table: string, row: number): Promise<void> {
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ table, row }) };
    const point = await ask<SceneToOpen & { file: string }>(`${this.job.path}/${this.#shown}/point`, request);
    if (!point) return;
    this.refused = isFault(point) ? point.message : '';
    if (isFault(point)) return;
    past.keep(); // what was looked at here can be come back to
    const what = { ...point, title: `${study.page.title}, row ${row + 1} of ${table}` };
    if (!(point.file === 'scene' ? openScene(what) : openProblem(what))) this.refused = 'This lab has no bench for motions.';
  }

  /** All of it as the end of an address; texts that come with the program are left out. */
  readonly link = $derived.by(() => {
    const out = new URLSearchParams({ study: this.shipped });
    if (this.#edited.study !== null) out.set('text', this.#edited.study);
    if (this.#edited.base !== null) out.set('base', this.#edited.base);
    if (this.part !== 'study') out.set('part', this.part);
    if (looked.quantity) out.set('quantity', looked.quantity);
    if (looked.view) out.set('view', [...looked.view.x, ...looked.view.y].map((v) => Number(v.toPrecision(6))).join(' '));
    return `#study?${out}`;
  });
  restore(link: string): void {
    const state = given(link);
    this.shipped = state.get('study') ?? firstStudy;
    this.#edited = { study: state.get('text'), base: state.get('base') };
    this.part = state.get('part') === 'base' ? 'base' : 'study';
    looked.quantity = state.get('quantity') ?? '';
    const [a, b, c, d] = (state.get('view') ?? '').split(' ').map(Number);
    looked.view = a < b && c < d ? { x: [a, b], y: [c, d] } : undefined;
  }
}
export const studyBench = new StudyBench();
study.lab = studyBench.lab;
// A study that nobody can look at any more is not worth the work.
addEventListener('pagehide', () => studyBench.job.leave());
