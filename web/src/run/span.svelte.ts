// The stretch of time that all plots show.
import { clock, run } from './run.svelte';

class Span {
  #chosen = $state.raw<[number, number] | null>(null); // null: all
  readonly #seen = $derived.by((): [number, number] => {
    const { start, end } = run;
    // One beyond the motion, after another has taken its place, would show nothing.
    if (this.#chosen && this.#chosen[0] < end && this.#chosen[1] > start) return this.#chosen;
    return [start, end > start ? end : start + 1];
  });
  get from(): number {
    return this.#seen[0];
  }
  get to(): number {
    return this.#seen[1];
  }
  set(from: number, to: number): void {
    if (to - from > 1e-12 * Math.max(1, Math.abs(to))) this.#chosen = [from, to];
  }
  all(): void {
    this.#chosen = null;
  }
  /** Wider or narrower around the instant, inside the motion. */
  zoom(factor: number): void {
    const { start, end } = run;
    const length = Math.min(end - start, factor * (this.to - this.from));
    const from = Math.min(end - length, Math.max(start, clock.t - 0.5 * length));
    this.set(from, from + length);
  }
}
export const span = new Span();
