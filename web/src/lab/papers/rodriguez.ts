// Rodriguez & Bowling 2011. Left out: figs. 1, 2, 3, which show the ball and its coordinates. The objective over the free
// spin, which our reproduction draws as well, is inside the law and no quantity of a study: its least is here, as the spin.
import type { Parameter, Values } from '../parameters';
import { angle, at, friction, grid, modelScene, rad, study, type Choice, type Curve, type Data, type Figure, type Lines, type Paper } from './figure';

const e: Parameter = { key: 'e', symbol: 'e', name: 'restitution', unit: '', range: [0, 1], step: 0.01, value: 0.5, text: 'Newton’s coefficient, at ground and wall.', equation: 'gN+ = −e gN−' };
const statically = friction(0.5, 1, { key: 'mus', symbol: 'μ_s', name: 'static friction', text: 'Limit of friction in stick; below the kinetic one it counts as that.', equation: '|F_T| ≤ μ_s F_N' });
const kinetic = friction(0.25, 1, { name: 'kinetic friction' });
const laws = ['bowling', 'moreau', 'poisson'];
const law: Choice = { key: 'law', name: 'law', options: laws, value: 0 };

// Up to a little after the second impact on the ground.
const throwScene = (v: Values): string =>
  modelScene('a ball is thrown into a corner', 'ball-in-corner', { speed: v.v, height: v.h, friction: v.mu, static_friction: Math.max(v.mu, v.mus), restitution: v.e, spin: v.w }, Math.sqrt((2 * (v.h - 0.5)) / 9.8) * (1.3 + 2 * v.e), [
    `law: ${laws[v.law]}`, 'fallback_law: moreau',
  ]);
const path: Lines = {
  type: 'lines', title: 'Path of the centre', x: { label: 'q_1', unit: 'm' }, y: { label: 'q_2', unit: 'm' },
  curves: (d, v) => [{ name: laws[v.law], x: d.column('x'), y: d.column('y'), colour: v.law }],
};
const energy: Lines = {
  type: 'lines', title: 'Energy', x: { label: 't', unit: 's' }, y: { label: 'energy', unit: 'J' },
  curves: (d) => {
    const [k, p] = [d.column('kinetic'), d.column('potential')];
    return [
      { name: 'total', x: d.column('time'), y: Array.from(k, (x, i) => x + p[i]), colour: 0, wide: true },
      { name: 'kinetic', x: d.column('time'), y: k, colour: 1, dash: 1 },
      { name: 'potential', x: d.column('time'), y: p, colour: 2, dash: 2 },
    ];
  },
};
const first = (d: Data, name: string): number => d.column(name, 'events')[0];
const thrown = (key: string, of: string, title: string, v: number, h: number, before: [string, string], after: [string, string, string]): Figure => ({
  key, of, title, kind: 'run',
  caption: 'Thrown level, the ball strikes ground and wall at the same instant. Radius, restitution and gravity are not printed; they follow from the tables (0.5 m, 0.5, 9.8 m/s²).',
  parameters: [
    { key: 'v', symbol: 'v', name: 'speed', unit: 'm/s', range: [1, 12], step: 0.1, value: v, text: 'Of the throw, level. The wall stands where the ball meets it when it lands.' },
    { key: 'h', symbol: 'h', name: 'height', unit: 'm', range: [0.6, 6], step: 0.1, value: h, text: 'Of the centre, at the start.' },
    { key: 'w', symbol: 'ω', name: 'spin', unit: 'rad/s', range: [-20, 20], step: 0.5, value: 0, text: 'At the start, counter-clockwise.' },
    statically, kinetic, e,
  ],
  choices: [law],
  text: throwScene,
  show: { type: 'motion', lines: [path, energy] },
  printed: [
    { name: 'q_2′ before', unit: 'm/s', printed: before[0], note: before[1], now: (d) => first(d, 'v_y.before') },
    { name: 'q_1′ after', unit: 'm/s', printed: after[0], now: (d) => first(d, 'v_x.after') },
    { name: 'q_2′ after', unit: 'm/s', printed: after[1], now: (d) => first(d, 'v_y.after') },
    { name: 'q_3′ after', unit: 'rad/s', printed: after[2], now: (d) => first(d, 'v_phi.after') },
  ],
});

/** The corner over the angle of impact, at a given speed. */
const corner = (title: string, v: Values, parameter: string, degrees: string, mu: string | number): string =>
  study({
    kind: 'sweep', title, base: 'problems/ball_in_corner', parameters: [parameter], let: { direction: degrees },
    set: {
      'bodies.ball.velocity.0': `${v.speed}*cos(direction*deg)`, 'bodies.ball.velocity.1': `-${v.speed}*sin(direction*deg)`, 'bodies.ball.velocity.2': v.w,
      ...Object.fromEntries(['floor', 'wall'].flatMap((c) => [
        [`contacts.${c}.friction.kinetic`, mu], [`contacts.${c}.friction.static`, `max(${mu}, ${v.mus})`], [`contacts.${c}.restitution`, v.e],
      ])),
    },
    more: [`law: [${laws.join(', ')}]`, 'quantities: [velocity.2, energy_gain, {name: lost, formula: dissipation/energy_before}]'],
  });
const byLaw = (x: string, y: string) => (d: Data): Curve[] => laws.map((l, i) => ({ name: l, x: d.column(x), y: d.column(`${l}.${y}`), colour: i, dash: i }));
const speed: Parameter = { key: 'speed', symbol: 'v', name: 'speed of impact', unit: 'm/s', range: [1, 15], step: 0.1, value: 9.143, text: 'Of the ball when it strikes; 9.143 m/s in the first throw, 10.208 m/s in the second.' };
const spin: Parameter = { key: 'w', symbol: 'ω', name: 'spin', unit: 'rad/s', range: [-20, 20], step: 0.5, value: 0, text: 'Before the impact, counter-clockwise.' };

export const rodriguez: Paper = {
  key: 'rodriguez-bowling-2011',
  name: 'Rodriguez & Bowling 2011',
  citation: 'A. Rodriguez, A. Bowling: Simulation of indeterminate multi-point impact and contact with friction. University of Texas at Arlington (2011).',
  about: 'A ball strikes ground and wall at once: four contact directions, three degrees of freedom. The law looks for the least sliding; others stand beside it.',
  figures: [
    thrown('fig4', 'Figs. 4, 5', 'First throw: path and energy', 8, 1.5, ['-4.430', 'the distance printed beside gives −4.427'], ['-4.0', '2.215', '8.0']),
    thrown('fig6', 'Figs. 6, 7', 'Second throw: path and energy', 4, 5, ['-9.391', ''], ['-2.0', '4.696', '-7.823']),
    {
      key: 'spin', of: 'Tables 1, 2', title: 'Spin after the corner', kind: 'study',
      caption: 'Over the angle at which the ball comes down, 0° level and 90° upright. The law jumps where the contact that slides faster changes from ground to wall. Marks: the two throws, brought to this speed, to which the spin is proportional.',
      parameters: [speed, spin, statically, kinetic, e],
      text: (v) => corner('spin after the corner over the angle of impact', v, grid('theta', 1, 89, 353, 'deg'), 'theta', v.mu),
      show: { type: 'lines', title: 'Spin after the impact', x: { label: 'angle of impact', unit: 'deg' }, y: { label: 'q_3′ after', unit: 'rad/s' }, curves: byLaw('theta', 'velocity.2'),
        marks: [{ name: 'tables 1 and 2, at 9.143 m/s', points: [{ x: 28.96, y: 8 }, { x: 66.93, y: -7.823 * 9.143 / 10.208 }] }] },
      printed: [
        { name: 'spin per speed, table 1', unit: '1/m', printed: '0.875', ours: true, note: '8.0 rad/s at 9.143 m/s', now: (d, v) => at(d, 'theta', 28.96, 'bowling.velocity.2') / v.speed },
        { name: 'spin per speed, table 2', unit: '1/m', printed: '-0.766', ours: true, note: '−7.823 rad/s at 10.208 m/s', now: (d, v) => at(d, 'theta', 66.93, 'bowling.velocity.2') / v.speed },
      ],
    },
    {
      key: 'loss', of: '', title: 'Energy lost in the corner', kind: 'study',
      caption: 'Share of the kinetic energy that is lost, over the angle of impact. Below zero energy would be gained, which the law does not rule out: try more restitution.',
      parameters: [speed, spin, statically, kinetic, e],
      text: (v) => corner('energy lost in the corner over the angle of impact', v, grid('theta', 1, 89, 353, 'deg'), 'theta', v.mu),
      show: { type: 'lines', title: 'Energy lost', x: { label: 'angle of impact', unit: 'deg' }, y: { label: 'share of the energy lost' }, curves: byLaw('theta', 'lost') },
      printed: [{ name: 'energy lost, first throw', unit: '%', printed: '65.4', ours: true, note: 'from table 1', now: (d) => 100 * at(d, 'theta', 28.96, 'bowling.lost') }],
    },
    {
      key: 'friction', of: '', title: 'Energy lost over friction', kind: 'study',
      caption: 'The same at one angle, over kinetic friction. The least-sliding law does not stay in the friction cone and hardly asks for it.',
      parameters: [angle(28.96, [5, 85], 'Angle at which the ball comes down: 0° level.', { symbol: 'θ', step: 0.5 }), speed, spin, statically, e],
      text: (v) => corner('energy lost in the corner over friction', v, grid('mu', 0, 1, 201), String(v.phi), 'mu'),
      show: { type: 'lines', title: 'Energy lost over friction', x: { label: 'kinetic friction' }, y: { label: 'share of the energy lost' }, curves: byLaw('mu', 'lost') },
    },
    {
      key: 'corner', of: 'Table 1', title: 'Impulses in the corner', kind: 'impact',
      caption: 'The plane of impulses of either contact, with the answer of every law. Those of bowling lie outside the friction cone.',
      parameters: [angle(28.96, [5, 85], 'Angle at which the ball comes down: 0° level.', { symbol: 'θ', step: 0.5 }), speed, spin, statically, kinetic, e],
      text: (v) => {
        const contact = (name: string, point: string, normal: number) =>
          `    - {name: ${name}, between: [ball, ground], point: [${point}], normal_angle_deg: ${normal}, friction: {static: ${Math.max(v.mu, v.mus)}, kinetic: ${v.mu}}, restitution: ${v.e}}\n`;
        return `format: 1\nimpact:\n  bodies:\n    - {name: ball, mass: 1, inertia: 0.125, velocity: [${v.speed * Math.cos(rad(v.phi))}, ${-v.speed * Math.sin(rad(v.phi))}, ${v.w}], centre: [0, 0.5]}\n  contacts:\n` +
          contact('floor', '0, 0', 90) + contact('wall', '0.5, 0.5', 180);
      },
      show: { type: 'plane', contact: 0 },
    },
  ],
};
