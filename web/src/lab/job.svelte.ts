// Work that takes its time: a motion or a study. It is begun by a question, looked at while it goes on, and can be
// cancelled. docs/lab.md describes the interface.
import { adopt, forget, type Page } from '../lib/data';
import { ask, isFault, server, type Fault } from './server.svelte';

/** How far it is: `{"kind": "job", ...}`. */
export interface JobState {
  id: string;
  state: 'running' | 'ended' | 'cancelled' | 'failed';
  done: number; // of all, in `unit`
  all: number;
  unit: string; // s, cells, boundaries
  revision: number; // of the page: grows when there is more to see; 0: there is none yet
  seconds: number; // it has taken
  reason: string; // why it has ended
  message: string;
  files: string[]; // that can be downloaded
}

/** The page of a job: as in its report. */
interface JobPage<P extends Page> {
  revision: number;
  document: P;
  columns: string[]; // base64
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Job<P extends Page> {
  state = $state.raw<JobState | null>(null);
  /** What there is to see; that of the job before until there is something of this one. */
  page = $state.raw<P | null>(null);
  /** What the program has against the question. */
  fault = $state.raw<Fault | null>(null);
  readonly running = $derived(this.state?.state === 'running');
  #number = 0; // of the question
  #columns = -1;

  /** path: api/runs or api/studies. show: called with every page as it comes, before it is seen. */
  constructor(
    readonly path: string,
    readonly show: (page: P) => void = () => {},
  ) {}

  /** Begins another; the one before is cancelled, and forgotten when this one has been taken. True when it has been. */
  async begin(question: object): Promise<boolean> {
    const number = ++this.#number;
    if (this.running) this.leave();
    const answer = await ask<JobState>(this.path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(question) }, () => number !== this.#number);
    if (number !== this.#number) {
      if (answer && !isFault(answer)) this.#drop(answer.id);
      return false;
    }
    if (!answer || isFault(answer)) {
      this.fault = answer;
      return false;
    }
    this.leave();
    this.fault = null;
    this.state = { ...answer, state: 'running' }; // a short one may have ended, but there is nothing to see yet
    void this.#follow(number, answer.id);
    return true;
  }
  /** Ends it; what it has found stays. */
  cancel(): void {
    if (this.state && this.running) void fetch(`${this.path}/${this.state.id}`, { method: 'DELETE' });
  }
  /** Nobody looks at it any more. */
  leave(): void {
    if (this.state) this.#drop(this.state.id);
    this.state = null;
  }
  /** Address of a file of it. */
  file(name: string): string {
    return `${this.path}/${this.state?.id}/${name}`;
  }

  #drop(id: string): void {
    void fetch(`${this.path}/${id}?forget`, { method: 'DELETE', keepalive: true }).catch(() => {});
  }
  async #follow(number: number, id: string): Promise<void> {
    let seen = 0;
    const stale = () => number !== this.#number || this.state === null;
    for (let wait = 30; ; wait = Math.min(500, 1.5 * wait)) {
      const state = await ask<JobState>(`${this.path}/${id}`, {}, stale);
      if (stale() || !state) return;
      if (isFault(state)) {
        this.fault = state;
        this.state = null;
        return;
      }
      const began = performance.now();
      if (state.revision > seen) {
        const page = await ask<JobPage<P>>(`${this.path}/${id}/page`, {}, stale);
        if (stale() || !page) return;
        if (isFault(page)) {
          this.fault = page;
          seen = state.revision;
        } else {
          seen = page.revision;
          this.#take(page);
        }
      }
      this.state = state;
      if (state.state !== 'running' && seen >= state.revision) return;
      // Looking must not cost more than the work.
      await pause(Math.max(wait, 2 * (performance.now() - began)));
    }
  }
  #take({ document, columns }: JobPage<P>): void {
    const before = this.#columns;
    this.#columns = adopt(document, columns);
    this.show(document);
    this.page = document;
    if (before >= 0) forget(before);
  }
}

/** The limits of the program on jobs, for people. */
export const budget = (): string => {
  const limits = server.about?.limits;
  return limits ? `${limits.seconds / 60} minutes and ${Math.round(limits.bytes / (1 << 20))} MiB` : '';
};
