// The benches of the lab. Each keeps its state in the end of an address, `#key?...`, so that a link restores it; every
// address that has been rested at can be undone, from bench to bench.

/** A stop of the tour: at the element with this `data-tour`. */
export interface Stop {
  at: string;
  title: string;
  text: string;
}
/** What every bench has at the top of the page. */
export const keep: Stop = { at: 'tools', title: 'Keep it', text: 'Undo, redo, and a link that brings back exactly this state.' };

export interface Bench {
  readonly key: string; // in addresses
  readonly name: string;
  /** The state of the bench: `#key?...`. What is as at first is left out. */
  readonly link: string;
  /** The state of such an address; what it does not name is as at first. */
  restore(link: string): void;
  readonly stops: Stop[];
}

class Benches {
  #all: Bench[] = [];
  #key = $state('');

  get all(): readonly Bench[] {
    return this.#all;
  }
  get current(): Bench {
    return this.#all.find((b) => b.key === this.#key) ?? this.#all[0];
  }
  get link(): string {
    return this.current.link;
  }
  add(...benches: Bench[]): void {
    this.#all.push(...benches);
  }
  /** Shows the bench of this address in its state; an address of none changes nothing. */
  restore(link: string): void {
    const bench = this.#all.find((b) => link === `#${b.key}` || link.startsWith(`#${b.key}?`));
    if (!bench) return;
    this.show(bench.key);
    if (link !== `#${bench.key}`) bench.restore(link);
  }
  /** Shows a bench as it is; another one from its top. */
  show(key: string): void {
    if (key !== this.#key) scrollTo(0, 0);
    this.#key = key;
  }
}
export const benches = new Benches();

/** Numbers and words after the ? of an address. */
export const given = (link: string): URLSearchParams => new URLSearchParams(link.slice(link.indexOf('?') + 1));

/** Addresses before and after the one that is shown. */
class Past {
  #before = $state.raw<string[]>([]);
  #after = $state.raw<string[]>([]);
  #now = $state('');
  get canUndo(): boolean {
    return this.#before.length > 0 || benches.link !== this.#now;
  }
  get canRedo(): boolean {
    return this.#after.length > 0;
  }
  /** The bench has come to rest. */
  keep(): void {
    if (benches.link === this.#now) return;
    if (this.#now) {
      this.#before = [...this.#before.slice(-199), this.#now];
      this.#after = [];
    }
    this.#now = benches.link;
    history.replaceState(null, '', benches.link);
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
    benches.restore(to);
    this.#now = benches.link;
    history.replaceState(null, '', this.#now);
  }
}
export const past = new Past();
