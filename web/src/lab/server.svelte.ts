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

/** Questions to one address, one at a time: while one is being answered only the newest of the others waits. */
export class Questions<T extends object, Tag> {
  #next: { body: string; tag: Tag } | null = null;
  #busy = false;

  constructor(
    readonly path: string,
    readonly type: string,
    readonly answered: (answer: T, tag: Tag) => void,
    readonly refused: (fault: Fault, tag: Tag) => void,
  ) {}

  ask(body: string, tag: Tag): void {
    this.#next = { body, tag };
    if (!this.#busy) void this.#work();
  }
  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#next) {
      const { body, tag } = this.#next;
      this.#next = null;
      const request = { method: 'POST', headers: { 'Content-Type': this.type }, body };
      const answer = await ask<T>(this.path, request, () => this.#next !== null);
      if (!answer) continue;
      if (isFault(answer)) this.refused(answer, tag);
      else this.answered(answer, tag);
    }
    this.#busy = false;
  }
}
