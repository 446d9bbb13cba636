// Impacts of free bodies by parameters: what the sliders change, what is drawn, and the text of the problem, all from
// one description. All units are SI; angles of parameters are in degrees. x to the right, y up.
import type { Point } from '../../impact/impact.svelte';
import type { Parameter, Values } from '../parameters';

/** One body: a row of the problem file, its outline, and which parameters its handles change. */
export interface ModelBody {
  name: string;
  mass: number;
  inertia: number;
  velocity: [number, number, number];
  centre: Point;
  outline: Point[] | number; // corners, or the radius of a disc
  turn?: { key: string; at: Point; angle: (p: Point) => number }; // a grip, and the angle where it would be at p
  move?: { keys: [string, string]; polar?: boolean }; // vx and vy, or speed and heading
  spin?: string;
}
export interface ModelContact {
  name: string;
  between: [string, string];
  point: Point;
  normal: number; // degrees
  friction: number;
  restitution: number | { tangential: number; other: number };
  more?: Record<string, string | number>; // further keys of the file
}
export interface Model {
  bodies: ModelBody[];
  contacts: ModelContact[];
  walls: { from: Point; to: Point; below: Point }[]; // below: unit vector into the wall
  box: [number, number, number, number]; // what is seen: x0, x1, y0, y1
  perSpeed: number; // m of an arrow per m/s
}

/** A kind of impact to play with. */
export interface Preset {
  key: string;
  name: string;
  title: string; // the first comment of its file
  about: string;
  parameters: Parameter[];
  model: (v: Values) => Model;
  slide?: string; // the parameter that adds to gT as it is and leaves gN alone
}

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;
export const deg = (radians: number): number => (radians * 180) / Math.PI;
export const turned = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];
export const plus = (a: Point, b: Point, f = 1): Point => [a[0] + f * b[0], a[1] + f * b[1]];


const flow = (o: Record<string, string | number>) => Object.entries(o).map(([k, x]) => `      ${k}: ${x}\n`).join('');

/** The text of the problem file. */
export function problemText(title: string, { bodies, contacts }: Model): string {
  const body = (b: ModelBody) =>
    `    - {name: ${b.name}, mass: ${b.mass}, inertia: ${b.inertia}, velocity: [${b.velocity.join(', ')}], centre: [${b.centre.join(', ')}]}\n`;
  const contact = (c: ModelContact) => {
    const r = c.restitution;
    const restitution =
      typeof r === 'number'
        ? r
        : `{newton: ${r.other}, poisson: ${r.other}, energetic: ${r.other}, tangential: ${r.tangential}}`;
    return (
      `    - name: ${c.name}\n` +
      flow({
        between: `[${c.between.join(', ')}]`,
        point: `[${c.point.join(', ')}] # m`,
        normal_angle_deg: c.normal,
        friction: c.friction,
        restitution,
        ...c.more,
      })
    );
  };
  return (
    `# ${title}\nformat: 1\nimpact:\n  bodies: # kg, kg m^2, m/s and rad/s, m\n` +
    bodies.map(body).join('') +
    '  contacts:\n' +
    contacts.map(contact).join('')
  );
}
