// From bench to bench: what one of them has found is opened in another, which has said how.

/** A motion to look at. law, start: null where the text says it all. */
export interface SceneToOpen {
  text: string;
  law: string | null;
  start: { t: number; q: number[]; u: number[] } | null;
  title: string;
}
export interface ProblemToOpen {
  text: string;
  law: string | null;
  title: string;
}
interface Openers {
  scene: (what: SceneToOpen) => void;
  problem: (what: ProblemToOpen) => void;
}
const openers: Partial<Openers> = {};

/** A bench says what it can open, and how. */
export const canOpen = (some: Partial<Openers>): void => void Object.assign(openers, some);

/** False if no bench can. */
export function openScene(what: SceneToOpen): boolean {
  openers.scene?.(what);
  return openers.scene !== undefined;
}
export function openProblem(what: ProblemToOpen): boolean {
  openers.problem?.(what);
  return openers.problem !== undefined;
}
