// The document of an impact, and what is looked at. In a report the document stays; in the lab another may take its
// place at any time, and what shows it follows.
import { page, type Page } from '../lib/data';

export type Point = [number, number];
export type Coefficient = 'kinematic' | 'kinetic' | 'energetic';

export interface ContactResult {
  name: string;
  normal_impulse: number;
  tangential_impulse: number;
  normal_velocity: number;
  tangential_velocity: number;
  mode: string;
}
export interface BodyResult {
  name: string;
  delta_v: number;
  delta_omega: number;
  principal_direction_deg: number | null;
  energy_change: number;
}
export interface Solution {
  contacts: ContactResult[];
  impulses_unique: boolean;
  family_dimension: number;
  family_unbounded: boolean;
}
/** As in `ricochet impact --format json`. A law without an answer has a message instead of numbers. */
export interface Result {
  law: string;
  status: string;
  message?: string;
  velocity?: number[] | null; // of the coordinates after the impact; not known in contact space
  contacts?: ContactResult[];
  energy?: { before: number | null; after: number | null; change: number; dissipation: number };
  residual?: number;
  warnings?: { id: string; message: string }[];
  solutions?: Solution[];
  bodies?: BodyResult[];
}
export interface Stretch {
  to: Point;
  mode: string;
  stage: 'compression' | 'restitution';
  straight: boolean;
  velocity?: Point;
}
export interface Path {
  law: string;
  stretches: Stretch[];
  end: Point;
  others: Point[];
}
export interface Diagram {
  contact: string;
  view: [number, number, number, number];
  closer: [number, number, number, number] | null;
  cone: Point[];
  slip_cone?: Point[];
  compression?: Point[];
  sticking?: Point[];
  crossing?: Point | null;
  ellipse?: Point[];
  regions?: Record<Coefficient, { polygon: Point[]; cut: boolean }>;
  turn?: Point | null;
  intervals?: Record<Coefficient, { line: Point[]; reaches_one: boolean }>;
  paths: Path[];
}
export interface Frame {
  contact: string;
  arrives: boolean;
  before: Point;
  cone: [Point, Point];
  after: { law: string; velocity: Point; impulse: Point }[];
}
export interface Motion {
  velocity: [number, number, number];
  speed: number;
  head: Point;
  arc: Point[];
}
export interface Scene {
  bodies: { name: string; label: Point; centre: Point; radius: number; levers: Point[] }[];
  contacts: { name: string; point: Point; normal: Point; tangent: Point; surface: [Point, Point]; below: Point; ground: boolean }[];
  before: Motion[];
  after: { law: string; motions: Motion[]; impulses: { head: Point; impulse: Point }[] }[];
  seconds: number; // m of an arrow per m/s
  per_impulse: number; // m of an arrow per N s
  box: [number, number, number, number];
}
export interface ImpactPage extends Page {
  file: string;
  text: string;
  problem: {
    contacts: {
      name: string;
      normal_velocity: number;
      tangential_velocity: number;
      friction: number;
      static_friction: number;
      newton: number | null;
      poisson: number | null;
      energetic: number | null;
      tangential: number;
    }[];
    degrees_of_freedom: number | null;
    kinetic_energy: number | null;
  };
  laws: { name: string; summary: string; reference: string }[];
  results: Result[];
  comparison: ({ loss_percent: number | null; no_loss: boolean; zero: { contacts: string[][]; solutions: string[][][]; bodies: string[][] } } | null)[];
  notes: { laws: string[]; text: string }[];
  diagrams: Diagram[];
  frames: Frame[];
  scene: Scene | null;
}
// All views are in every page, and this is read in pages of other kinds too.
const nothing = {
  results: [],
  laws: [],
  comparison: [],
  notes: [],
  diagrams: [],
  frames: [],
  scene: null,
  problem: { contacts: [], degrees_of_freedom: null, kinetic_energy: null },
};

class Impact {
  page = $state.raw((page.kind === 'impact' ? page : { ...page, ...nothing }) as ImpactPage);
  get contacts() {
    return this.page.problem.contacts;
  }
  get single(): boolean {
    return this.contacts.length === 1;
  }
  /** Laws that have an answer. */
  readonly answered = $derived(this.page.results.filter((r) => r.contacts).map((r) => r.law));
  result(law: string): Result | undefined {
    return this.page.results.find((r) => r.law === law);
  }
  /** A number that is zero to rounding is shown as such. */
  zeros(law: string, contact: number): string[] {
    return this.page.comparison[this.page.results.findIndex((r) => r.law === law)]?.zero.contacts[contact] ?? [];
  }
}
export const impact = new Impact();

export const coefficients: Record<Coefficient, { letter: string; text: string }> = {
  kinematic: { letter: 'e', text: 'no faster apart than together: 0 ≤ gN+ ≤ −gN−' },
  kinetic: { letter: 'R', text: 'at most the impulse of compression once more: p_c ≤ L_N ≤ 2 p_c' },
  energetic: { letter: 'E', text: 'past maximum compression, no energy gained: gN+ ≥ 0, D ≥ 0' },
};

class Looked {
  /** The law that was chosen. */
  chosen = $state('routh-stronge');
  #contact = $state(0);
  #hidden = $state<Record<string, boolean>>({});
  /** The law under the pointer, in the table or in the diagram. */
  hot = $state('');
  regions = $state<Record<Coefficient, boolean>>({ kinematic: false, kinetic: false, energetic: true });
  ellipse = $state(false);

  /** One that the document has. */
  get contact(): number {
    return Math.min(this.#contact, Math.max(0, impact.contacts.length - 1));
  }
  set contact(value: number) {
    this.#contact = value;
  }
  /** The law whose velocities are drawn: the one chosen, as long as it has an answer. */
  get law(): string {
    return impact.answered.includes(this.chosen) ? this.chosen : (impact.answered[0] ?? '');
  }
  set law(value: string) {
    this.chosen = value;
  }
  get strong(): string {
    return impact.answered.includes(this.hot) ? this.hot : this.law;
  }
  shows(law: string): boolean {
    return !this.#hidden[law];
  }
  show(law: string, on: boolean): void {
    this.#hidden[law] = !on;
  }
}
export const looked = new Looked();
