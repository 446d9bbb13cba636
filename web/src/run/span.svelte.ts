// The stretch of time that all plots show.
import { clock, end, start } from './run.svelte';

class Span {
  from = $state(start);
  to = $state(end > start ? end : start + 1);
  set(from: number, to: number): void {
    if (!(to - from > 1e-12 * Math.max(1, Math.abs(to)))) return;
    this.from = from;
    this.to = to;
  }
  all(): void {
    this.from = start;
    this.to = end > start ? end : start + 1;
  }
  /** Wider or narrower around the instant, inside the motion. */
  zoom(factor: number): void {
    const length = Math.min(end - start, factor * (this.to - this.from));
    const from = Math.min(end - length, Math.max(start, clock.t - 0.5 * length));
    this.set(from, from + length);
  }
}
export const span = new Span();
