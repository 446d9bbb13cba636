// Talking to `ricochet lab`.

/** What the program has against a question: where in the text, if it is about the text. */
export interface Fault {
  message: string;
  file?: string; // which text, where there are several: scene, problem, study or base
  line?: number; // from 1
  column?: number;
  path?: string;
}
export interface About {
  ricochet: string;
  laws: { name: string; summary: string; reference: string }[];
  problems: Example[];
  scenes: Example[];
  studies: StudyExample[];
  limits: { seconds: number; bytes: number }; // of a job
}
/** A file that comes with the program. */
export interface Example {
  name: string;
  title: string;
  text: string;
}
export interface StudyExample extends Example {
  study: string; // map, sweep, ...
  base: string; // text
}

class Server {
  about = $state.raw<About | null>(null);
  /** Nobody answers; what was asked last is asked again until somebody does. */
  lost = $state(false);
}
export const server = new Server();

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Asks until there is an answer or a fault. `stale` says that nobody waits for it any more. */
export async function ask<T>(path: string, request: RequestInit, stale: () => boolean = () => false): Promise<T | Fault | null> {
  while (!stale()) {
    try {
      const response = await fetch(path, request);
      const answer = response.status === 503 ? null : await response.json();
      server.lost = false;
      if (response.ok) return answer as T;
      if (answer) return { ...(answer as Fault) };
      await pause(100); // busy
    } catch {
      server.lost = true;
      await pause(1000);
    }
  }
  return null;
}
export const isFault = (answer: object): answer is Fault => (answer as { kind?: string }).kind === 'error';

export async function askAbout(): Promise<void> {
  server.about = await ask<About>('api/about', {}) as About;
}

/**
 * Questions to one address, one at a time: while one is being answered only the newest of the others waits. A body that
 * takes work is given as a function, called when its turn has come.
 */
export class Questions<T extends object, Tag> {
  #next: { body: string | (() => string); tag: Tag } | null = null;
  #work: Promise<void> | null = null;
  #current: Promise<unknown> = Promise.resolve();

  /** before: what every question waits for. */
  constructor(
    readonly path: string,
    readonly type: string,
    readonly answered: (answer: T, tag: Tag) => void,
    readonly refused: (fault: Fault, tag: Tag) => void,
    readonly before?: () => Promise<unknown>,
  ) {}

  ask(body: string | (() => string), tag: Tag): void {
    this.#next = { body, tag };
    this.#work ??= this.#answerAll();
  }
  /** The question that is being answered has its answer. */
  get current(): Promise<unknown> {
    return this.#current;
  }
  async #answerAll(): Promise<void> {
    while (this.#next) {
      if (this.before) await this.before();
      const { body, tag } = this.#next;
      this.#next = null;
      const request = { method: 'POST', headers: { 'Content-Type': this.type }, body: typeof body === 'string' ? body : body() };
      const asked = ask<T>(this.path, request, () => this.#next !== null);
      this.#current = asked;
      const answer = await asked;
      if (!answer) continue;
      if (isFault(answer)) this.refused(answer, tag);
      else this.answered(answer, tag);
    }
    this.#work = null;
  }
}
