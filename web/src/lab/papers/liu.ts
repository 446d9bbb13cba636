// Liu, Zhang, Zhao & Brogliato 2013. Left out: figs. 1, 2, 3, which show set-up and apparatus; the measured curves of figs.
// 4 and 6 to 8, which were never printed as numbers; the insets of figs. 5b and 8, which are parts of them.
// Two sets of parameters: the model as printed, and a reconstruction of what was probably computed, with friction at D that
// pushes the way the disc slides. The latter is no prediction.
import type { Parameter, Values } from '../parameters';
import { formula, friction, grid, least, modelScene, study, type Choice, type Data, type Figure, type Lines, type Marks, type Paper } from './figure';

const sets: Choice = { key: 'set', name: 'parameters', options: ['as printed', 'reconstruction (no prediction)'], value: 0 };
const reconstructed: Choice = { ...sets, value: 1 };
const speed = (value: number, more: Partial<Parameter> = {}): Parameter => ({
  key: 'v', symbol: 'v_b', name: 'speed of the ball', unit: 'm/s', range: [0.05, 0.6], step: 0.001, value, text: 'Before it strikes the face of the disc.', ...more,
});
const ground = friction(0.14, 0.6, { name: 'friction of the ground', text: 'Kinetic, at A, B and C; the static one is larger by 0.01.' });
const ball = friction(0.07, 0.5, { key: 'mud', symbol: 'μ_D', name: 'friction of the ball', text: 'Kinetic, between ball and disc; the static one is larger by 0.005.' });
const eD: Parameter = { key: 'e', symbol: 'e_D', name: 'restitution of the ball', unit: '', range: [0, 1], step: 0.01, value: 0.7043, text: 'Energetic, between ball and disc.', equation: 'W_r = −e² W_c' };
const eG: Parameter = { key: 'eg', symbol: 'e_A', name: 'restitution of the ground', unit: '', range: [0, 1], step: 0.01, value: 0.9064, text: 'Energetic, at A, B and C.', equation: 'W_r = −e² W_c' };
const impactParameters = [speed(0.275), ground, ball, eD, eG];
const feet = ['A', 'B', 'C'];

/** What the disc does after the impact, over the impact position; the paper's rule (2.37) for what stays in contact. */
const impact = (kind: 'map' | 'sweep', title: string, v: Values, parameters: string[], more: string[]) => {
  const reversed = v.set === 1;
  return study({
    kind, title, base: 'problems/disc_ball_case4', parameters,
    let: { r: reversed ? 0.03755 : 0.0375, h: 0.003, limit: '9.81*4.7531e-4*v_b^(-0.2)', at_rest: '1e-9*v_b' },
    set: {
      'mass.4.4': '0.20969*(r^2/4 + h^2/3)', 'velocity.0': 'v_b',
      ...Object.fromEntries(feet.flatMap((c) => [
        [`contacts.${c}.tangent.4`, 'r'], [`contacts.${c}.friction.kinetic`, v.mu], [`contacts.${c}.friction.static`, v.mu + 0.01],
        [`contacts.${c}.restitution`, v.eg], [`contacts.${c}.stiffness`, reversed ? 1.964e9 : 2.9217e10],
      ])),
      'contacts.D.normal.4': '-b_over_r*r', 'contacts.D.friction.kinetic': v.mud, 'contacts.D.friction.static': v.mud + 0.005, 'contacts.D.restitution': v.e,
      // A surface that runs the other way makes friction push as the disc slides.
      'contacts.D.surface_velocity.0': 0, 'contacts.D.surface_velocity.1': reversed ? 'sign(b_over_r)' : 0,
    },
    more: ['law: lzb', ...more],
  });
};
const position = (fine: boolean) => grid('b_over_r', -0.6, 1, fine ? 641 : 161);
const single = (v: Values) => `name: v_b, unit: m/s, values: [${v.v}]`;
const states = [
  'quantities:',
  ...feet.map((c) => `  - {name: ${c}, formula: contacts.${c}.normal_velocity < limit}`),
  '  - {name: slide, formula: contacts.A.tangential_velocity}',
  '  - {name: turn, formula: velocity.4}',
  '  - {name: moving, formula: (slide > at_rest) - (slide < -at_rest)}',
  '  - name: state',
  '    formula: A*B*C*2*(slide > at_rest)*(abs(turn) < at_rest) + (1 - B)*(1 - C)*((1 - A)*(2 - sign(turn)) + A*(turn < 0)*(5 - moving))',
  '    names: [none, I, II, III, IV, V, VI]',
  'refine: {quantity: state, tolerance: 1e-9}',
  'figure: state',
];
/** Where one state ends and the next begins, at the lowest speed, as b grows from 0. */
const stateEnds = (d: Data): number[] => {
  const [b, v] = [d.column('b_over_r', 'boundaries'), d.column('v_b', 'boundaries')];
  const low = Math.min(...Array.from(d.column('v_b')));
  return Array.from(b).filter((x, i) => x > 0.02 && v[i] === low).sort((x, y) => x - y);
};

// Table 4: case, b/r, v_b, then v_1 and theta' as measured, with the band below and above, and as the paper computed them.
const cases = [
  [2, 0.053, 0.275, 0.0895, 0.002, 0.0022, 0.0918, -0.6324, 0.0172, 0.0303, -0.7208],
  [3, 0.12, 0.285, 0.0625, 0.0006, 0.0014, 0.066, -1.5985, 0.0332, 0.507, -1.5743],
  [4, 0.173, 0.284, 0.0415, 0.003, 0.0012, 0.0427, -2.175, 0.0364, 0.0681, -2.2012],
  [5, 0.253, 0.433, 0.0194, 0.0017, 0.0013, 0.0184, -4.5613, 0.1096, 0.0439, -4.5943],
  [6, 0.413, 0.311, -0.0796, 0.0057, 0.0042, -0.0559, -6.0726, 0.2424, 0.1481, -5.4828],
  [7, 0.493, 0.305, -0.0485, 0.0003, 0.0029, -0.0521, -4.6367, 0.0863, 0.1161, -4.7004],
  [8, -0.067, 0.353, 0.1733, 0.0006, 0.0008, 0.175, 0.9205, 0.0136, 0.1171, 0.8854],
  [9, -0.173, 0.293, 0.1683, 0.0041, 0.0033, 0.167, 1.6234, 0.0822, 0.013, 1.7274],
];
/** Table 4 over v_b; h: height of the laser that turns v_1 and theta' into the sliding velocity, or none for theta' alone. */
const table4 = (slide: boolean): Marks[] => {
  const h = 0.004;
  const of = (c: number[], v1: number, theta: number) => (slide ? v1 + h * theta : theta) / c[2];
  return [
    { name: 'experiment, cases 2–9', points: cases.map((c) => ({ x: c[1], y: of(c, c[3], c[7]), low: of(c, c[3] - c[4], c[7] - c[8]), high: of(c, c[3] + c[5], c[7] + c[9]) })) },
    { name: 'paper, cases 2–9', points: cases.map((c) => ({ x: c[1], y: of(c, c[6], c[10]) })) },
  ];
};

// ---- the motion after the impact -----------------------------------------------------------------------------------

const time = { label: 't', unit: 's' };
/** Horizontal velocity of the disc where the lower beam meets it, 4 mm above the ground. */
const gauge: Lines = {
  type: 'lines', title: 'Velocity of p_1, 4 mm above the ground', x: time, y: { label: 'v_1', unit: 'm/s' },
  curves: (d) => [{ name: 'p_1', x: d.column('time'), y: formula(d, ['v_y_d', 'z_d', 'v_theta'], (v, z, w) => v + (z - 0.004) * w), colour: 0 }],
};
const sliding: Lines = {
  type: 'lines', title: 'Sliding velocity of A', x: time, y: { label: 'velocity of A', unit: 'm/s' },
  curves: (d) => [{ name: 'A', x: d.column('time'), y: formula(d, ['v_y_d', 'z_d', 'A.gap', 'v_theta'], (v, z, gap, w) => v + (z - gap) * w), colour: 0 }],
};
const ratio: Lines = {
  type: 'lines', title: 'Ratio of the forces at A', x: time, y: { label: 'F_T/F_N', range: [-0.3, 0.3] },
  curves: (d) => [{ name: 'A', x: d.column('time'), y: formula(d, ['A.tangential_force', 'A.normal_force'], (t, n) => (n > 0 ? t / n : NaN)), colour: 0 }],
};
const discScene = (v: Values): string =>
  modelScene('a ball strikes a disc on its rim', 'disc-ball', {
    impact_height: v.b / 1000, ball_velocity: v.v, friction: v.mu, static_friction: Math.max(v.mu, v.mus), ball_friction: v.mud, ball_static_friction: v.mud + 0.005,
    contact_time: v.k * 4.7531e-4 * v.v ** -0.2,
  }, 0.28, ['law: lzb']);
const motion = (key: string, of: string, number: number, b: number, title: string, caption: string, mu = [0.14, 0.15], lines: Lines[] = [gauge, sliding]): Figure => {
  const row = cases.find((c) => c[0] === number)!;
  const after = (d: Data, name: string) => d.column(`${name}.after`, 'events')[0];
  return {
    key, of, title, caption, kind: 'run',
    parameters: [
      { key: 'b', symbol: 'b', name: 'height of strike', unit: 'mm', range: [-20, 30], step: 0.1, value: b, text: 'Where the ball strikes, above the centre of the disc.' },
      speed(row[2]),
      { ...ground, value: mu[0], text: 'Kinetic, between disc and ground.' },
      friction(mu[1], 0.6, { key: 'mus', symbol: 'μ_s', name: 'static friction', text: 'Of the ground; below the kinetic one it counts as that.' }),
      ball,
      { key: 'k', symbol: 'k', name: 'threshold', unit: '', range: [0, 4], step: 0.05, value: 1, text: 'A rebound slower than k g T_c is contact (eq. 2.37). It is a scale and no sharp number; 0 turns it off.', equation: 'T_c = 4.7531·10⁻⁴ v_b^(−1/5) s' },
    ],
    text: discScene,
    show: { type: 'motion', lines },
    printed: [
      { name: 'v_1 after the impact', unit: 'm/s', printed: String(row[6]), note: `measured ${row[3]}`, now: (d) => after(d, 'v_y_d') + 0.0335 * after(d, 'v_theta') },
      { name: 'θ′ after the impact', unit: 'rad/s', printed: String(row[10]), note: `measured ${row[7]}`, now: (d) => after(d, 'v_theta') },
    ],
  };
};

// ---- the disc on its edge ------------------------------------------------------------------------------------------

const shape: Parameter = { key: 'shape', symbol: 'r/h', name: 'shape', unit: '', range: [1, 20], step: 0.1, value: 12.5, text: 'Radius over half thickness of the disc; 12.5 is that of the experiment, 4/√3 = 2.31 has the least critical friction.' };
const onEdge = (title: string, v: Values, parameters: string[], set: Record<string, string | number>) =>
  study({
    kind: 'painleve', title, base: 'scenes/disc_ball', parameters,
    set: { 'parameters.angle': 'theta*deg', 'parameters.half_thickness': 0.0375 / v.shape, 'parameters.distance': 1, ...set }, more: ['contacts: [A]', 'sliding: ["+"]'],
  });

export const liu: Paper = {
  key: 'liu-2013',
  name: 'Liu et al. 2013',
  citation: 'C. Liu, H. Zhang, Z. Zhao, B. Brogliato: Impact–contact dynamics in a disc–ball system. Proceedings of the Royal Society A 469 (2013) 20120741.',
  about: 'A ball strikes a disc that stands on its rim: four contacts at once, at D and along the line A, B, C. Then the disc hops, slides and sticks until it lies.',
  figures: [
    motion('fig4', 'Fig. 4', 2, 2, 'Sliding and forces at A, case 2', 'Ratio of the forces: constant in slip (μ), changing in stick up to μ_s. The paper shows measured histories.', undefined, [sliding, ratio]),
    {
      key: 'table4', of: 'Table 4', title: 'Rotation after the impact', kind: 'study', finer: true,
      caption: 'Angular velocity over the speed of the ball, by the position of the impact. With the printed parameters the numbers of the paper do not come out; with the reconstruction they do. Cases 5 and 6 had another friction.',
      parameters: impactParameters, choices: [sets],
      text: (v, fine) => impact('sweep', 'rotation of the disc after the impact', v, [single(v), position(fine)], ['quantities: [velocity.4, contacts.D.normal_impulse]']),
      show: { type: 'lines', title: 'Rotation after the impact', x: { label: 'b/r' }, y: { label: 'θ′/v_b', unit: '1/m' },
        curves: (d, v) => [{ name: sets.options[v.set], x: d.column('b_over_r'), y: formula(d, ['velocity.4'], (w) => w / v.v), colour: v.set }], marks: table4(false) },
    },
    {
      key: 'fig5a', of: 'Fig. 5a', title: 'Normal velocities after the impact', kind: 'study', finer: true,
      caption: 'Of A, B and C, in units of g T_c. Below one a point stays in contact. The reconstruction opens a gap at small b and leaves A alone at b/r = 0.21; the model has neither.',
      parameters: impactParameters, choices: [sets],
      text: (v, fine) => impact('sweep', 'normal velocities after the impact', v, [single(v), position(fine)], ['quantities:', ...feet.map((c) => `  - {name: ${c}, formula: contacts.${c}.normal_velocity/limit}`)]),
      show: { type: 'lines', title: 'Normal velocities after the impact', x: { label: 'b/r' }, y: { label: 'gN/(g T_c)' },
        curves: (d) => [...feet.map((c, i) => ({ name: c, x: d.column('b_over_r'), y: d.column(c), colour: i, dash: i })), { name: 'in contact below', x: [-0.6, 1], y: [1, 1], colour: 6 }] },
    },
    {
      key: 'fig5b', of: 'Fig. 5b', title: 'Sliding velocity of the rim', kind: 'study', finer: true,
      caption: 'After the impact, over the speed of the ball. The flat piece is where the rim sticks.',
      parameters: impactParameters, choices: [sets],
      text: (v, fine) => impact('sweep', 'sliding velocity of the rim after the impact', v, [single(v), position(fine)], ['quantities: [contacts.A.tangential_velocity]']),
      show: { type: 'lines', title: 'Sliding velocity of the rim', x: { label: 'b/r' }, y: { label: 'gT/v_b' },
        curves: (d, v) => [{ name: sets.options[v.set], x: d.column('b_over_r'), y: formula(d, ['contacts.A.tangential_velocity'], (x) => x / v.v), colour: v.set }], marks: table4(true) },
    },
    {
      key: 'table5', of: 'Table 5', title: 'What the disc does next', kind: 'study', finer: true,
      caption: 'The printed ends of the states come out by the reconstruction, which is no prediction. I, III: all points rise, θ′ > 0 or < 0. II: all stay. IV, V, VI: only A stays, in slip forwards, stick, slip backwards.',
      parameters: [speed(0.275, { key: 'v', name: 'lowest speed', range: [0.05, 0.4] }), ...impactParameters.slice(1)], choices: [reconstructed],
      text: (v, fine) => impact('map', 'contact states after the impact of ball and disc', v, [position(fine), grid('v_b', v.v, 0.433, fine ? 9 : 3, 'm/s')], states),
      show: { type: 'map', quantity: 'state' },
      printed: ['0.0507', '0.244', '0.254', '0.4344'].map((printed, i) => ({
        name: `${['III', 'IV', 'V', 'VI'][i]} ends at b/r =`, unit: '', printed, now: (d) => stateEnds(d)[i] ?? NaN,
      })),
    },
    motion('fig6a', 'Fig. 6a', 2, 2, 'After the impact, cases 2 to 4', 'Slip, stick, slip back, slip again. Case 3: 4.5 mm, 0.285 m/s; case 4: 6.5 mm, 0.284 m/s.'),
    motion('fig6b', 'Fig. 6b', 5, 9.5, 'Case 5', 'It begins in stick.', [0.185, 0.23]),
    motion('fig7a', 'Fig. 7a', 6, 15.5, 'Case 6', 'The inputs printed for it contradict its own row of table 4; the reconstruction has 16.5 mm and 0.353 m/s.', [0.17, 0.23]),
    motion('fig7b', 'Fig. 7b', 7, 18.5, 'Case 7', 'A few impacts at A, then stick.'),
    motion('fig8a', 'Fig. 8a', 8, -2.5, 'Case 8', 'The ball strikes below the centre; the disc falls the other way about. The first 30 ms depend on the threshold.'),
    motion('fig8b', 'Fig. 8b', 9, -6.5, 'Case 9', 'With a line impact. v_1 is printed as 0.1670; v_2 and θ′ of the same column give 0.1749.'),
    {
      key: 'impulses', of: 'Section 2', title: 'Impulses of case 4', kind: 'impact',
      caption: 'The plane of impulses of each contact, with the answer of every law that has one for several contacts. The paper’s law is lzb.',
      parameters: [{ key: 'b', symbol: 'b', name: 'height of strike', unit: 'mm', range: [-20, 30], step: 0.1, value: 6.5, text: 'Where the ball strikes, above the centre of the disc.' }, speed(0.284), ground, ball, eD, eG],
      text: (v) => {
        const contact = (name: string, n: string, t: string, mu: number, more: number, e: number, k: string) =>
          `    - {name: ${name}, normal: [${n}], tangent: [${t}], friction: {static: ${mu + more}, kinetic: ${mu}}, restitution: ${e}, stiffness: ${k}, exponent: 1.5}\n`;
        return `format: 1\nimpact:\n  mass: [[0.06924, 0, 0, 0, 0], [0, 0.06924, 0, 0, 0], [0, 0, 0.20969, 0, 0], [0, 0, 0, 0.20969, 0], [0, 0, 0, 0, 7.4348210625e-5]]\n  velocity: [${v.v}, 0, 0, 0, 0]\n  contacts:\n` +
          [0.003, 0, -0.003].map((h, i) => contact(feet[i], `0, 0, 0, 1, ${h}`, '0, 0, 1, 0, 0.0375', v.mu, 0.01, v.eg, '2.9217e10')).join('') +
          contact('D', `-1, 0, 1, 0, ${-v.b / 1000}`, '0, -1, 0, 1, -0.003', v.mud, 0.005, v.e, '1.964e8');
      },
      show: { type: 'plane', contact: 3 },
    },
    {
      key: 'painleve', of: 'Eq. 2.41', title: 'Critical friction on the edge', kind: 'study',
      caption: 'The friction from which sliding on the edge A is inconsistent, over the tilt: 90° is upright.',
      parameters: [shape],
      text: (v) => onEdge('critical friction of a disc on its edge', v, [grid('theta', 20, 90, 281, 'deg')], {}),
      show: { type: 'lines', title: 'Critical friction over the tilt', x: { label: 'θ', unit: 'deg' }, y: { label: 'critical friction', range: [0, 10] },
        curves: (d, v) => [{ name: `r/h = ${v.shape}`, x: d.column('theta'), y: d.column('critical_friction'), colour: 0 }] },
      printed: [{ name: 'least, for this disc', unit: '', printed: '3.232', ours: true, note: '2/√3 at r/h = 4/√3', now: (d) => least(d, 'critical_friction').value }],
    },
    {
      key: 'detachment', of: 'Eq. 2.43', title: 'Rotation that detaches a falling disc', kind: 'study', finer: true,
      caption: 'Where the edge would lift (open) and where it slides on. A disc that falls from rest reaches at most 55 % of the squared rotation needed.',
      parameters: [shape, { ...ground, range: [0, 2], text: 'Kinetic, between disc and ground.' }],
      text: (v, fine) => onEdge('sliding and detachment of a disc on its edge', v, [grid('theta', 2, 90, fine ? 177 : 89, 'deg'), grid('rotation', 0, 80, fine ? 161 : 81, 'rad/s')],
        { 'parameters.angular_velocity': '-rotation', 'parameters.friction': v.mu, 'parameters.static_friction': v.mu }),
      show: { type: 'map', quantity: 'verdict' },
    },
  ],
};
