// The stretch of time that all plots show.
import { end, start } from './run.svelte';

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
  /** Wider or narrower around the middle, inside the motion. */
  zoom(factor: number): void {
    const middle = 0.5 * (this.from + this.to);
    const half = 0.5 * factor * (this.to - this.from);
    this.set(Math.max(start, middle - half), Math.min(Math.max(end, start + 1e-300), middle + half));
  }
}
export const span = new Span();
