// The bodies of the impact bench. At first each has the values of the shipped problem that it is like.
import type { Point } from '../../impact/impact.svelte';
import type { Parameter } from '../parameters';
import { deg, plus, rad, turned, type Model, type Preset } from './model';

// ---- parameters that most of them have -----------------------------------------------------------------------------

const mass = (value: number, range: [number, number], step: number, equation: string): Parameter => ({
  key: 'm', symbol: 'm', name: 'mass', unit: 'kg', range, step, value,
  text: 'Mass of the body; with its size it gives the moment of inertia about the centre.', equation,
});
const velocities = (v: [number, number, number], most: [number, number], step: [number, number], gN: string, gT: string): Parameter[] => [
  {
    key: 'vx', symbol: 'v_x', name: 'velocity in x', unit: 'm/s', range: [-most[0], most[0]], step: step[0], value: v[0],
    text: 'Velocity of the centre to the right, before the impact. It adds to the sliding velocity of the contact.', equation: gT,
  },
  {
    key: 'vy', symbol: 'v_y', name: 'velocity in y', unit: 'm/s', range: [-most[0], 0.5 * most[0]], step: step[0], value: v[1],
    text: 'Velocity of the centre upwards, before the impact: negative is falling.', equation: gN,
  },
  {
    key: 'w', symbol: 'ω', name: 'angular velocity', unit: 'rad/s', range: [-most[1], most[1]], step: step[1], value: v[2],
    text: 'Angular velocity before the impact, counter-clockwise.', equation: `${gN};  ${gT}`,
  },
];
const friction = (value: number, key = 'mu', symbol = 'μ', name = 'friction', group?: string): Parameter => ({
  key, symbol, name, group, unit: '', range: [0, 2], step: 0.01, value,
  text: 'Coulomb’s coefficient: friction is at most this part of the normal force, and all of it, against the motion, in slip.',
  equation: '|F_T| ≤ μ F_N',
});
const restitution = (value: number, key = 'e', symbol = 'e', name = 'restitution', group?: string): Parameter => ({
  key, symbol, name, group, unit: '', range: [0, 1], step: 0.01, value,
  text: 'How much comes back, 0 to 1. Each law takes it in its own sense: velocity (Newton), impulse (Poisson) or energy (Stronge).',
  equation: 'gN+ = −e gN−;   L_N,r = R L_N,c;   W_r = −E² W_c',
});
const fraction = (value: number): Parameter => ({
  key: 'f', symbol: 'f', name: 'impulse ratio', unit: '', range: [0, 1], step: 0.01, value,
  text: 'For Brach’s law only: the part of the impulse ratio at which sliding just ends.',
  equation: 'L_T = f κ_c L_N',
});
// For the laws that need it; the ratio 1.21 is that of an elastic half space with Poisson's ratio 0.3.
const compliant = { stiffness: '1.21e6 # N/m', tangential_stiffness: '1.0e6' };
const ground = (x0: number, x1: number): Model['walls'][number] => ({ from: [x0, 0], to: [x1, 0], below: [0, -1] });

// ---- the bodies ----------------------------------------------------------------------------------------------------

/** A slender bar of half length s whose tip touches the ground at the origin, phi from the ground. */
function slender(name: string, m: number, s: number, phi: number, v: [number, number, number], turn: { key: string; angle: (p: Point) => number }) {
  const along: Point = [Math.cos(phi), Math.sin(phi)];
  const across = (f: number): Point => [-0.035 * s * f * along[1], 0.035 * s * f * along[0]];
  return {
    name, mass: m, inertia: (m * s * s) / 3, velocity: v, centre: plus([0, 0], along, s),
    outline: [across(1), plus(across(1), along, 2 * s), plus(across(-1), along, 2 * s), across(-1)],
    turn: { ...turn, at: plus([0, 0], along, 2 * s) },
    move: { keys: ['vx', 'vy'] as [string, string] },
    spin: 'w',
  };
}

const bar: Preset = {
  key: 'bar', name: 'Bar', title: 'A slender bar falls with one tip on rough ground.',
  about: 'A slender bar falls with one tip on rough ground (Payr & Glocker 2005).',
  slide: 'vx',
  parameters: [
    {
      key: 'angle', symbol: 'φ', name: 'angle', unit: '°', range: [1, 179], step: 1, value: 60,
      text: 'Angle of the bar to the ground, at its tip.',
      equation: 'α = (1 + 3 cos² φ)/m,  β = (1 + 3 sin² φ)/m,  δ = −3 sin φ cos φ/m',
    },
    ...velocities([0.5, -1, 0], [3, 6], [0.01, 0.05], 'gN = v_y − s cos φ ω', 'gT = v_x + s sin φ ω'),
    friction(0.5), restitution(0.5),
    mass(1, [0.1, 10], 0.1, 'I = m s²/3'),
    { key: 's', symbol: 's', name: 'half length', unit: 'm', range: [0.1, 2], step: 0.05, value: 1, text: 'From the centre of the bar to its tip.', equation: 'I = m s²/3' },
  ],
  model: (v) => ({
    bodies: [slender('bar', v.m, v.s, rad(v.angle), [v.vx, v.vy, v.w], { key: 'angle', angle: (p) => deg(Math.atan2(Math.max(p[1], 0), p[0])) })],
    contacts: [{
      name: 'tip', between: ['bar', 'ground'], point: [0, 0], normal: 90, friction: v.mu, restitution: v.e,
      more: compliant,
    }],
    walls: [ground(-2.1 * v.s, 2.1 * v.s)],
    box: [-2.2 * v.s, 2.2 * v.s, -0.75 * v.s, 2.35 * v.s],
    perSpeed: 0.5 * v.s,
  }),
};

const rod: Preset = {
  key: 'rod', name: 'Rod', title: 'A slender rod strikes a massive surface with its tip.',
  about: 'A slender rod strikes a massive surface with its tip (Brach 1993); its law takes an impulse ratio.',
  slide: 'vx',
  parameters: [
    {
      key: 'angle', symbol: 'θ', name: 'angle', unit: '°', range: [-89, 89], step: 1, value: 45,
      text: 'Angle of the rod to the normal of the surface, leaning to the right.',
      equation: 'α = (1 + 3 sin² θ)/m,  β = (1 + 3 cos² θ)/m,  δ = −3 sin θ cos θ/m',
    },
    ...velocities([0.2, -1, 0], [3, 12], [0.01, 0.1], 'gN = v_y − ½ l sin θ ω', 'gT = v_x + ½ l cos θ ω'),
    friction(0.9), restitution(0.5), fraction(1),
    mass(1, [0.1, 10], 0.1, 'I = m l²/12'),
    { key: 'l', symbol: 'l', name: 'length', unit: 'm', range: [0.2, 4], step: 0.05, value: 1, text: 'Length of the rod.', equation: 'I = m l²/12' },
  ],
  model: (v) => ({
    bodies: [slender('rod', v.m, 0.5 * v.l, rad(90 - v.angle), [v.vx, v.vy, v.w], { key: 'angle', angle: (p) => 90 - deg(Math.atan2(Math.max(p[1], 0), p[0])) })],
    contacts: [{ name: 'tip', between: ['rod', 'ground'], point: [0, 0], normal: 90, friction: v.mu, restitution: v.e, more: { impulse_ratio: `{fraction: ${v.f}}`, ...compliant } }],
    walls: [ground(-1.05 * v.l, 1.05 * v.l)],
    box: [-1.1 * v.l, 1.1 * v.l, -0.38 * v.l, 1.17 * v.l],
    perSpeed: 0.25 * v.l,
  }),
};

const sphere: Preset = {
  key: 'sphere', name: 'Sphere', title: 'A solid sphere with spin bounces on a rough plane.',
  about: 'A solid sphere with backspin bounces on a rough plane; the one body for the operator of spheres (walton).',
  slide: 'vx',
  parameters: [
    ...velocities([2, -1.5, 60], [4, 300], [0.01, 1], 'gN = v_y', 'gT = v_x + r ω'),
    friction(0.3), restitution(0.8),
    {
      key: 'et', symbol: 'ε_T', name: 'tangential restitution', unit: '', range: [0, 1], step: 0.01, value: 0.4,
      text: 'How much of the sliding velocity comes back, reversed, where the contact does not slip.', equation: 'gT+ = −ε_T gT−',
    },
    mass(0.1, [0.01, 1], 0.01, 'I = ⅖ m r²'),
    { key: 'r', symbol: 'r', name: 'radius', unit: 'm', range: [0.005, 0.2], step: 0.005, value: 0.02, text: 'Radius of the sphere.', equation: 'I = ⅖ m r²' },
  ],
  model: (v) => ({
    bodies: [{
      name: 'ball', mass: v.m, inertia: 0.4 * v.m * v.r * v.r, velocity: [v.vx, v.vy, v.w], centre: [0, v.r], outline: v.r,
      move: { keys: ['vx', 'vy'] }, spin: 'w',
    }],
    contacts: [{ name: 'plane', between: ['ball', 'ground'], point: [0, 0], normal: 90, friction: v.mu, restitution: { tangential: v.et, other: v.e }, more: compliant }],
    walls: [ground(-4 * v.r, 4 * v.r)],
    box: [-4.2 * v.r, 4.2 * v.r, -2.4 * v.r, 3.6 * v.r],
    perSpeed: 0.9 * v.r,
  }),
};

const box: Preset = {
  key: 'box', name: 'Box', title: 'A box lands on a corner, or flat on two.',
  about: 'A box lands on one corner; at 0° it lands flat, on two corners at once.',
  slide: 'vx',
  parameters: [
    { key: 'angle', symbol: 'φ', name: 'angle', unit: '°', range: [-80, 80], step: 1, value: 25, text: 'Angle of the lower face to the ground. At 0 both lower corners touch.' },
    ...velocities([0.3, -1, 0.2], [3, 10], [0.01, 0.1], 'gN = v_y + x ω', 'gT = v_x − y ω').map((p) => ({
      ...p, equation: `${p.equation}, where (x, y) leads from the centre to the corner`,
    })),
    friction(0.4), restitution(0.3),
    mass(4, [0.5, 20], 0.5, 'I = m (w² + h²)/12'),
    { key: 'width', symbol: 'w', name: 'width', unit: 'm', range: [0.1, 1.5], step: 0.05, value: 1, text: 'Width of the box.', equation: 'I = m (w² + h²)/12' },
    { key: 'height', symbol: 'h', name: 'height', unit: 'm', range: [0.1, 1.5], step: 0.05, value: 0.5, text: 'Height of the box.', equation: 'I = m (w² + h²)/12' },
  ],
  model: (v) => {
    const [a, b, phi] = [0.5 * v.width, 0.5 * v.height, rad(v.angle)];
    const corners = ([[-a, -b], [a, -b], [a, b], [-a, b]] as Point[]).map((p) => turned(p, phi));
    const high = -Math.min(...corners.map((p) => p[1]));
    const size = Math.max(0.5, Math.hypot(a, b));
    const touching = v.angle === 0 ? [0, 1] : v.angle > 0 ? [0] : [1];
    return {
      bodies: [{
        name: 'box', mass: v.m, inertia: (v.m * (v.width * v.width + v.height * v.height)) / 12,
        velocity: [v.vx, v.vy, v.w], centre: [0, high], outline: corners.map((p) => plus(p, [0, high])),
        turn: { key: 'angle', at: plus(corners[2], [0, high]), angle: (p) => deg(Math.atan2(p[1] - high, p[0]) - Math.atan2(b, a)) },
        move: { keys: ['vx', 'vy'] }, spin: 'w',
      }],
      contacts: touching.map((i) => ({
        name: ['left', 'right'][i], between: ['box', 'ground'], point: [corners[i][0], 0], normal: 90, friction: v.mu, restitution: v.e,
        more: { stiffness: '1.0e7 # N/m' },
      })),
      walls: [ground(-2.1 * size, 2.1 * size)],
      box: [-2.2 * size, 2.2 * size, -0.85 * size, 2.25 * size],
      perSpeed: 0.55 * size,
    };
  },
};

const vehicle = (n: string, who: string, v: { m: number; i: number; speed: number; heading: number }): Parameter[] =>
  ([
    { key: `v${n}`, symbol: `v_${n}`, name: 'speed', unit: 'm/s', range: [0, 30], step: 0.1, value: v.speed, text: `Speed of the ${who} at the impact; 10 m/s are 36 km/h.` },
    { key: `h${n}`, symbol: `ψ_${n}`, name: 'heading', unit: '°', range: [-180, 180], step: 1, value: v.heading, text: `Where the ${who} is going, counter-clockwise from x (east). Turning it turns the vehicle about the point of contact.` },
    { key: `w${n}`, symbol: `ω_${n}`, name: 'yaw rate', unit: 'rad/s', range: [-5, 5], step: 0.05, value: 0, text: `Angular velocity of the ${who} before the impact, counter-clockwise.` },
    { key: `m${n}`, symbol: `m_${n}`, name: 'mass', unit: 'kg', range: [500, 20000], step: 10, value: v.m, text: `Mass of the ${who} with its load.` },
    { key: `i${n}`, symbol: `I_${n}`, name: 'yaw inertia', unit: 'kg m²', range: [300, 60000], step: 10, value: v.i, text: `Moment of inertia of the ${who} about the vertical axis through its centre.`, equation: 'I = m k², k: radius of gyration' },
  ] as Parameter[]).map((p) => ({ ...p, group: who[0].toUpperCase() + who.slice(1) }));

const vehicles: Preset = {
  key: 'vehicles', name: 'Two vehicles', title: 'A car going east is struck at its left side by a van going south.',
  about: 'A right-angle collision at a crossing as the impact of two free bodies at one point (Brach & Brach 2005): delta-v and principal directions are in the table of bodies.',
  parameters: [
    ...vehicle('1', 'car', { m: 1350, i: 2150, speed: 13.9, heading: 0 }),
    ...vehicle('2', 'van', { m: 1980, i: 3900, speed: 10, heading: -90 }),
    ...([
      friction(0.6), restitution(0.1), fraction(0.9),
      { key: 'n', symbol: 'ν', name: 'normal', unit: '°', range: [-180, 180], step: 1, value: -110, text: 'Direction of the normal of the crush surface, out of the van into the car, counter-clockwise from the heading of the car.' },
      { key: 'a', symbol: 'a', name: 'place on the car', unit: 'm', range: [-2.2, 2.2], step: 0.05, value: 0.7, text: 'Where the car is struck: ahead of its centre of mass.' },
      { key: 'b', symbol: 'b', name: 'place on the van', unit: 'm', range: [-1, 1], step: 0.05, value: -0.2, text: 'Where the front of the van strikes: to the left of its middle.' },
    ] as Parameter[]).map((p) => ({ ...p, group: 'Contact' })),
  ],
  model: (v) => {
    const one = (n: string, name: string, at: Point, long: number, wide: number): Model['bodies'][number] => {
      const heading = rad(v[`h${n}`]);
      const centre = plus([0, 0], turned(at, heading), -1);
      const corners: Point[] = [[-long, -wide], [0.8 * long, -wide], [long, -0.72 * wide], [long, 0.72 * wide], [0.8 * long, wide], [-long, wide]];
      const go = turned([v[`v${n}`], 0], heading);
      return {
        name, mass: v[`m${n}`], inertia: v[`i${n}`], velocity: [go[0], go[1], v[`w${n}`]], centre,
        outline: corners.map((p) => plus(centre, turned(p, heading))),
        move: { keys: [`v${n}`, `h${n}`], polar: true },
      };
    };
    return {
      bodies: [one('1', 'car', [v.a, 0.8], 2.2, 0.9), one('2', 'van', [2.3, v.b], 2.45, 1)],
      contacts: [{ name: 'crush zone', between: ['car', 'van'], point: [0, 0], normal: v.h1 + v.n, friction: v.mu, restitution: v.e, more: { impulse_ratio: `{fraction: ${v.f}}` } }],
      walls: [],
      box: [-5.6, 5.6, -3.2, 5],
      perSpeed: 0.19,
    };
  },
};

const discBall: Preset = {
  key: 'disc', name: 'Disc and ball', title: 'A ball strikes a disc that stands on its rim, seen edge-on: four contacts.',
  about: 'A ball strikes a disc that stands on its rim, seen edge-on; the line on the ground is three points (Liu et al. 2013, case 4; here the ball may turn).',
  parameters: [
    { key: 'v', symbol: 'v', group: 'Ball', name: 'speed', unit: 'm/s', range: [0.01, 0.6], step: 0.002, value: 0.284, text: 'Velocity of the ball to the right, before the impact.' },
    { key: 'b', symbol: 'b', group: 'Ball', name: 'height of strike', unit: 'm', range: [-0.03, 0.03], step: 0.0005, value: 0.0065, text: 'Where the ball strikes: above the centre of the disc.' },
    { key: 'mb', symbol: 'm_b', group: 'Ball', name: 'mass', unit: 'kg', range: [0.01, 0.5], step: 0.005, value: 0.06924, text: 'Mass of the ball, of steel: it gives the radius.', equation: 'm_b = 4/3 π ρ R³, ρ = 7850 kg/m³;  I = ⅖ m_b R²' },
    friction(0.14, 'mu', 'μ_g', 'friction', 'Ground'), restitution(0.9064, 'e', 'e_g', 'restitution', 'Ground'),
    friction(0.07, 'mub', 'μ_b', 'friction', 'Ball on disc'), restitution(0.7043, 'eb', 'e_b', 'restitution', 'Ball on disc'),
    { key: 'r', symbol: 'r', group: 'Disc', name: 'radius', unit: 'm', range: [0.035, 0.045], step: 0.0005, value: 0.0375, text: 'Radius of the disc; its centre is so high.', equation: 'I = m_d (r²/4 + h²/3)' },
    { key: 'h', symbol: 'h', group: 'Disc', name: 'half thickness', unit: 'm', range: [0.001, 0.015], step: 0.0005, value: 0.003, text: 'Half the thickness of the disc: the outer points of the line of contact are so far from the middle.', equation: 'I = m_d (r²/4 + h²/3)' },
    { key: 'md', symbol: 'm_d', group: 'Disc', name: 'mass', unit: 'kg', range: [0.01, 1], step: 0.005, value: 0.20969, text: 'Mass of the disc.', equation: 'I = m_d (r²/4 + h²/3)' },
  ],
  model: (v) => {
    const R = Math.cbrt((3 * v.mb) / (4 * Math.PI * 7850));
    const hertz = (k: string) => ({ stiffness: `${k} # N/m^1.5`, exponent: 1.5 });
    const foot = (name: string, x: number): Model['contacts'][number] => ({
      name, between: ['disc', 'ground'], point: [x, 0], normal: 90, friction: v.mu, restitution: v.e, more: hertz('2.9217e10'),
    });
    return {
      bodies: [
        {
          name: 'disc', mass: v.md, inertia: v.md * ((v.r * v.r) / 4 + (v.h * v.h) / 3), velocity: [0, 0, 0], centre: [0, v.r],
          outline: [[-v.h, 0], [v.h, 0], [v.h, 2 * v.r], [-v.h, 2 * v.r]],
        },
        { name: 'ball', mass: v.mb, inertia: 0.4 * v.mb * R * R, velocity: [v.v, 0, 0], centre: [-v.h - R, v.r + v.b], outline: R, move: { keys: ['v', ''] } },
      ],
      contacts: [
        foot('A', v.h), foot('B', 0), foot('C', -v.h),
        { name: 'D', between: ['disc', 'ball'], point: [-v.h, v.r + v.b], normal: 0, friction: v.mub, restitution: v.eb, more: hertz('1.964e8') },
      ],
      walls: [ground(-0.075, 0.075)],
      box: [-0.078, 0.078, -0.018, 0.092],
      perSpeed: 0.13,
    };
  },
};

const corner: Preset = {
  key: 'corner', name: 'Ball in a corner', title: 'A ball strikes ground and wall at once.',
  about: 'A ball flies into a corner and strikes ground and wall at once; impulses are not determined by the motion (Rodriguez & Bowling 2011).',
  parameters: [
    ...velocities([8, -4.427, 0], [12, 40], [0.05, 0.5], 'gN = v_y on the ground, −v_x at the wall', 'gT = v_x + r ω on the ground, v_y + r ω at the wall'),
    friction(0.25), restitution(0.5),
    mass(1, [0.1, 10], 0.1, 'I = ½ m r²'),
    { key: 'r', symbol: 'r', name: 'radius', unit: 'm', range: [0.1, 1], step: 0.05, value: 0.5, text: 'Radius of the ball, a disc.', equation: 'I = ½ m r²' },
  ],
  model: (v) => {
    const at = (name: string, point: Point, normal: number): Model['contacts'][number] => ({ name, between: ['ball', 'ground'], point, normal, friction: v.mu, restitution: v.e, more: compliant });
    return {
      bodies: [{
        name: 'ball', mass: v.m, inertia: 0.5 * v.m * v.r * v.r, velocity: [v.vx, v.vy, v.w], centre: [0, v.r], outline: v.r,
        move: { keys: ['vx', 'vy'] }, spin: 'w',
      }],
      contacts: [at('floor', [0, 0], 90), at('wall', [v.r, v.r], 180)],
      walls: [ground(-3 * v.r, v.r), { from: [v.r, 0], to: [v.r, 3.2 * v.r], below: [1, 0] }],
      box: [-3.1 * v.r, 3 * v.r, -1.1 * v.r, 3.3 * v.r],
      perSpeed: 0.22 * v.r,
    };
  },
};

export const presets: Preset[] = [bar, rod, sphere, box, vehicles, discBall, corner];
