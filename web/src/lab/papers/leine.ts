// Leine & Brogliato 2001. The text that is known ends in section 2: figures of sections 3 to 6 are not known. The bounce
// models and everything about hopping are our reconstruction, and say so. Left out: fig. 2.1, the laws of a contact, which
// has nothing to compute; the 144 slides drawn into the regions, of which `approach` shows one.
import type { Parameter, Values } from '../parameters';
import { angle, curvesBy, friction, grid, least, modelScene, rad, study, type Data, type Figure, type Lines, type Paper } from './figure';
import { barScene, criticalFriction } from './payr';

const regions = (key: string, title: string, caption: string, mu: number): Figure => ({
  key, of: '', title, caption, kind: 'study', finer: true,
  parameters: [
    friction(mu, 4),
    { key: 's', symbol: 's', name: 'half length', unit: 'm', range: [0.2, 3], step: 0.05, value: 1, text: 'Of the rod. The angles of the regions do not depend on it.' },
    { key: 'g', symbol: 'g', name: 'gravity', unit: 'm/s²', range: [0.5, 20], step: 0.01, value: 9.81, text: 'It holds the tip down; rotation lifts it.', equation: 'b_N = −g + s φ′² sin φ' },
  ],
  text: (v, fine) => study({
    kind: 'painleve', title: 'sliding states of a rod', base: 'scenes/painleve_rod',
    parameters: [grid('phi', 0.5, 89.5, fine ? 179 : 90, 'deg'), grid('rotation', 0, 8, fine ? 161 : 81, 'rad/s')],
    set: { 'parameters.angle': 'phi*deg', 'parameters.angular_velocity': 'rotation', 'parameters.friction': v.mu, 'parameters.half_length': v.s, 'parameters.gravity': v.g },
    more: ['contacts: [tip]', 'sliding: ["+"]'],
  }),
  show: { type: 'map', quantity: 'verdict' },
});

// ---- the bounce models ---------------------------------------------------------------------------------------------

const models = ['frictional-bounce-simplified', 'frictional-bounce'];
const model = { key: 'model', name: 'model', options: ['simplified (small angles)', 'full'], value: 0 };
const body: Parameter[] = [
  { key: 'belt', symbol: 'v', name: 'speed of the belt', unit: 'm/s', range: [0.05, 0.8], step: 0.01, value: 0.2, text: 'The belt runs under the tip, towards the body.' },
  { key: 'J', symbol: 'J', name: 'inertia', unit: 'kg m²', range: [0.01, 0.1], step: 0.001, value: 0.03, text: 'Moment of inertia of the body of 1 kg: the smaller, the less friction is critical.', equation: 'μ_I = (J + m a_0²)/(m a_0 h_0)' },
  { key: 'a', symbol: 'a_0', name: 'arm', unit: 'm', range: [0.1, 0.6], step: 0.01, value: 0.3, text: 'The tip is so far ahead of the centre and 1 m below it.', equation: 'μ_I = (J + m a_0²)/(m a_0 h_0)' },
];
const given = (v: Values) => ({ friction: v.mu, belt_speed: v.belt, inertia: v.J, arm: v.a });
const time = { label: 't', unit: 's' };
const over = (title: string, label: string, unit: string, names: [string, string][]): Lines => ({
  type: 'lines', title, x: time, y: { label, unit },
  curves: (d) => names.map(([column, name], i) => ({ name, x: d.column('time'), y: d.column(column), colour: i })),
});
/** From the start to the first event: how long is left, and the normal force. The simulator lets go just before t_c: the last instants are left out. */
const approach = (d: Data) => {
  const [t, force, end] = [d.column('time'), d.column('tip.normal_force'), d.column('time', 'events')[0] ?? Infinity];
  const rows = Array.from(t, (_, i) => i).filter((i) => t[i] < end && force[i] > 0 && end - t[i] > 1e-6);
  return { x: rows.map((i) => end - t[i]), y: rows.map((i) => force[i]) };
};

export const leine: Paper = {
  key: 'leine-brogliato-2001',
  name: 'Leine & Brogliato 2001',
  citation: 'R. I. Leine, B. Brogliato: Bifurcations and periodic motion induced by the Painlevé paradox. INRIA Research Report 4322 (2001).',
  about: 'A sliding rod for which the equations of rigid bodies have no solution, or two; and a tip on a belt that hops for ever because of it.',
  figures: [
    {
      key: 'critical', of: 'Section 2', title: 'Critical friction of the rod', kind: 'study', finer: true,
      caption: 'The friction from which a sliding rod can meet the paradox, over its angle.',
      parameters: [{ key: 'K', symbol: 'K', name: 'mass distribution', unit: '', range: [0.01, 1], step: 0.01, value: 1 / 3, text: 'Moment of inertia over m s²; 1/3 is slender.', equation: 'J = K m s²' }],
      text: (_, fine) => criticalFriction('critical friction of a rod over its angle', fine),
      base: (v) => barScene(v.K),
      show: { type: 'lines', title: 'Critical friction over the angle', x: { label: 'φ', unit: 'deg' }, y: { label: 'critical friction μ_c', range: [0, 6] },
        curves: (d) => [{ name: 'μ_c', x: d.column('phi'), y: d.column('critical_friction'), colour: 0 }],
        marks: [{ name: 'least, as stated', points: [{ x: 63.4349, y: 4 / 3 }] }] },
      printed: [{ name: 'least critical friction', unit: '', printed: '4/3', now: (d) => least(d, 'critical_friction').value }],
    },
    {
      key: 'rounded', of: 'Section 2', title: 'A rod with a rounded tip', kind: 'study', reconstruction: true,
      caption: 'The report states 0.63 for a rounded tip without its shape. With a disc about the tip some radius gives it, but others are as good.',
      parameters: [{ key: 'r', symbol: 'r/s', name: 'radius of the tip', unit: '', range: [0.01, 1.5], step: 0.01, value: 0.99, text: 'Radius of the disc about the tip over the half length of the rod.' }],
      text: (v) => study({
        kind: 'painleve', title: 'critical friction of a rod with a rounded tip', parameters: [grid('phi', 1, 89, 353, 'deg')],
        set: { 'bodies.rod.angle': 'pi - phi*deg', 'bodies.rod.position.1': `sin(phi*deg) + ${v.r}` },
        more: ['contacts: [rod.v1/floor]', 'sliding: ["+"]'],
      }),
      base: (v) => [
        'title: a rod with a rounded tip', 'bodies:',
        `  - {name: rod, shape: {capsule: {length: 2, radius: ${v.r}}}, mass: 1, inertia: ${1 / 3}, position: [0, ${1 + v.r}], angle: ${Math.PI / 2}}`,
        'ground:', '  - {name: floor, half_plane: {point: [0, 0], normal_angle_deg: 90}}', 'contacts:', '  - {between: [rod, floor], friction: 0.5, restitution: 0}', 'until: 1 # s', '',
      ].join('\n'),
      show: { type: 'lines', title: 'Critical friction over the angle', x: { label: 'φ', unit: 'deg' }, y: { label: 'critical friction μ_c', range: [0, 6] },
        curves: (d, v) => [{ name: `μ_c, r = ${v.r} s`, x: d.column('phi'), y: d.column('critical_friction'), colour: 0 }] },
      printed: [{ name: 'least critical friction', unit: '', printed: '0.63', note: 'shape not known', now: (d) => least(d, 'critical_friction').value }],
    },
    regions('regions', 'What Coulomb’s law allows, μ = 5/3', 'A rod that slides with its tip ahead: unique where friction is below the critical one; inconsistent or not unique between two angles.', 5 / 3),
    regions('regions-low', 'The same, μ = 1.45', 'Below 8/(3 √3) = 1.5396 every slide detaches before the singular point, where three regions meet the fourth.', 1.45),
    {
      key: 'approach', of: '', title: 'On the way to the singular point', kind: 'run',
      caption: 'The rod slides towards the angle at which A vanishes. If it reaches it, the normal force grows like (t_c − t)^(−1/3) at μ = 5/3: a straight line here.',
      parameters: [
        friction(5 / 3, 3, { range: [1.4, 3] }), angle(40.5, [10, 44], 'Between rod and ground, at the start.', { step: 0.5 }),
        { key: 'w', symbol: 'φ′', name: 'rotation', unit: 'rad/s', range: [0, 3.5], step: 0.1, value: 2, text: 'Angular velocity at the start; more than √(g/(s sin φ)) would lift the tip.' },
      ],
      text: (v) => modelScene('a rod slides towards the singular point', 'painleve-rod', { angle: rad(v.phi), angular_velocity: v.w, slip_velocity: 20, friction: v.mu }, 0.8),
      show: { type: 'motion', lines: [{ type: 'lines', title: 'Normal force before the slide ends', x: { label: 't_c − t', unit: 's', log: true }, y: { label: 'normal force', unit: 'N', log: true },
        curves: (d) => [{ name: 'tip', ...approach(d), colour: 0 }] }] },
    },
    {
      key: 'small', of: 'Section 1', title: 'Critical friction as small as one likes', kind: 'study', reconstruction: true,
      caption: 'Where sliding becomes inconsistent in the simplified bounce model over J/m: with the best arm, √(J/m), it vanishes with J.',
      parameters: [body[2], { key: 'h', symbol: 'h_0', name: 'drop', unit: 'm', range: [0.2, 3], step: 0.05, value: 1, text: 'The tip is so far below the centre.', equation: 'μ_I = (J + m a_0²)/(m a_0 h_0)' }],
      text: (v) => study({
        kind: 'painleve', title: 'critical friction of the simplified bounce model', base: 'scenes/frictional_bounce_simplified',
        parameters: [grid('best', 0, 1, 2), `${grid('J', 1e-6, 1, 61, 'm^2')}, scale: log`],
        set: { 'parameters.inertia': 'J', 'parameters.arm': `best*sqrt(J) + (1 - best)*${v.a}`, 'parameters.drop': v.h },
        more: ['contacts: [tip]', 'sliding: ["+"]'],
      }),
      show: { type: 'lines', title: 'Critical friction over J/m', x: { label: 'J/m', unit: 'm²', log: true }, y: { label: 'critical friction', log: true },
        curves: (d, v) => curvesBy(d, 'best', 'J', 'critical_friction', (best) => (best ? 'best arm' : `arm ${v.a} m`)),
      },
    },
    {
      key: 'hopping', of: '', title: 'A tip on a belt hops', kind: 'run', reconstruction: true,
      caption: 'The bounce model from rest. Beyond μ_I sliding is impossible: flight, landing, stick up to the edge of the friction cone, where the contact lets go.',
      parameters: [friction(0.52, 0.7, { range: [0.2, 0.7] }), ...body], choices: [model],
      text: (v) => modelScene('a tip on a belt hops because of friction', models[v.model], given(v), 4),
      show: { type: 'motion', lines: [
        over('Angle and displacement', 'x, φ', 'm, rad', [['phi', 'φ'], ['x', 'x']]),
        over('Gap of the tip', 'g_N', 'm', [['tip.gap', 'gap']]),
        over('Forces at the tip', 'force', 'N', [['tip.normal_force', 'normal'], ['tip.tangential_force', 'tangential']]),
      ] },
    },
    {
      key: 'orbit', of: '', title: 'The hopping orbit', kind: 'study', reconstruction: true,
      caption: 'One period of the motion that repeats itself, in the phase plane. No orbit is found where the hop has doubled or where the tip slides.',
      parameters: [friction(0.52, 0.7, { range: [0.38, 0.65], step: 0.005 }), ...body], choices: [model],
      text: () => study({
        kind: 'orbit', title: 'hopping orbit of the frictional bounce model', more: ['section: {event: open, contact: tip}', 'settle: 8'],
      }),
      base: (v) => modelScene('a tip on a belt hops because of friction', models[v.model], given(v), 12),
      show: { type: 'lines', title: 'Hopping orbit', about: 'No periodic orbit was found from here.', x: { label: 'φ', unit: 'rad' }, y: { label: 'φ′', unit: 'rad/s' },
        curves: (d) => {
          const [phi, w, gap] = ['phi', 'v_phi', 'tip.gap'].map((name) => d.column(name, 'samples'));
          const part = (open: boolean) => Array.from(w, (x, i) => (gap[i] > 1e-12 === open ? x : NaN));
          return [{ name: 'stick', x: phi, y: part(false), colour: 0, wide: true }, { name: 'flight', x: phi, y: part(true), colour: 1, dash: 1 }];
        } },
      printed: [
        { name: 'period', unit: 's', printed: '0.338628', ours: true, note: 'separate computation of our equations', now: (d) => d.column('period', 'orbits')[0] },
        { name: 'modulus of the multipliers', unit: '', printed: '0.488', ours: true, note: 'the same', now: (d) => Math.hypot(d.column('multiplier0.re', 'orbits')[0], d.column('multiplier0.im', 'orbits')[0]) },
      ],
    },
    ...([['friction', 'mu', 'Bifurcations over friction', 'parameters.friction', 0.385, 0.605, ''], ['belt', 'v', 'Bifurcations over the speed of the belt', 'parameters.belt_speed', 0.15, 0.65, 'm/s']] as const).map(
      ([key, name, title, path, from, to, unit]): Figure => ({
        key: `bifurcation-${key}`, of: '', title, kind: 'study', finer: true, reconstruction: true,
        caption: 'The angle at each landing, with the parameter growing and falling: sliding, hopping, doubled hops. “Finer” takes many more values and some seconds.',
        parameters: key === 'friction' ? body : [friction(0.52, 0.7, { range: [0.42, 0.65] }), ...body.slice(1)],
        choices: [model],
        text: (_, fine) => study({
          kind: 'bifurcate', title: 'frictional bounce model', parameters: [`path: ${path}, ${grid(name, from, to, fine ? 89 : 23, unit)}`],
          more: ['section: {event: impact, contact: tip}', 'longest: 1', 'record: [phi]', `diagram: {transient: ${fine ? 60 : 30}, returns: ${fine ? 24 : 12}, settle: 4}`],
        }),
        base: (v) => modelScene('a tip on a belt', models[v.model], given({ mu: 0.52, belt: 0.2, ...v }), 12),
        show: { type: 'diagram' },
      })),
  ],
};
