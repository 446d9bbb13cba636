// Payr & Glocker 2005. Left out: figs. 1, 2, 3, 12, which show laws and set-ups and have nothing to compute.
import type { Parameter, Values } from '../parameters';
import { angle, curvesBy, formula, friction, grid, least, modelScene, rad, study, type Data, type Figure, type Paper } from './figure';

const K = (value: number): Parameter => ({
  key: 'K', symbol: 'K', name: 'mass distribution', unit: '', range: [0.05, 1], step: 0.01, value,
  text: 'Central moment of inertia over m s². A slender bar has 1/3, all mass at the tips 1; a sphere of radius s 2/5.', equation: 'Θ = K m s²',
});
const normal = (value: number, least = 0): Parameter => ({
  key: 'eN', symbol: 'ε_N', name: 'normal restitution', unit: '', range: [least, 1], step: 0.01, value,
  text: 'Newton’s coefficient: the part of the normal velocity that comes back.', equation: 'gN+ = −ε_N gN−',
});
const tangential = (value: number): Parameter => ({
  key: 'eT', symbol: 'ε_T', name: 'tangential restitution', unit: '', range: [0, 1], step: 0.01, value,
  text: 'How much of the sliding velocity comes back, reversed, where the contact sticks.', equation: 'gT+ = −ε_T gT−',
});

/** The bar in contact space: columns over the velocity ratio and the angle. */
const bar = (kind: 'map' | 'sweep', title: string, v: Values, parameters: string[], more: string[]) =>
  study({
    kind, title, base: 'problems/bar_contact_space', parameters,
    let: { K: v.K, c: 'cos(phi*deg)', s: 'sin(phi*deg)' },
    set: {
      'delassus.0.0': '1 + c^2/K', 'delassus.0.1': 's*c/K', 'delassus.1.0': 's*c/K', 'delassus.1.1': '1 + s^2/K',
      'velocity.0': -1, 'velocity.1': '-ratio',
      'contacts.tip.friction': v.mu, 'contacts.tip.restitution.newton': v.eN, 'contacts.tip.restitution.tangential': v.eT,
    },
    more: ['law: moreau', ...more],
  });
const plane = (fine: boolean) => [grid('ratio', -6, 6, fine ? 241 : 121), grid('phi', 0.5, 179.5, fine ? 180 : 90, 'deg')];
const regimes = ['quantities: [mode, energy_gain]', 'refine: mode'];
const signs = [
  'quantities:',
  '  - {name: zero, formula: abs(tangential_velocity) <= 1e-12}',
  '  - {name: reversed, formula: tangential_velocity*tangential_velocity_before < 0}',
  '  - name: sign',
  '    formula: 4*zero + (1 - zero)*((tangential_velocity > 0)*reversed + (tangential_velocity < 0)*(3 - reversed))',
  '    names: [positive, positive after reversal, negative after reversal, negative, zero]',
  '  - energy_gain',
  'refine: sign',
  'figure: sign',
];
const regimeMap = (key: string, of: string, title: string, caption: string, mu: number, more: Partial<Figure> = {}): Figure => ({
  key, of, title, caption, kind: 'study', finer: true,
  parameters: [friction(mu, 3), normal(1), tangential(1), K(1 / 3)],
  text: (v, fine) => bar('map', 'regimes of the oblique impact of a bar', v, plane(fine), regimes),
  show: { type: 'map', quantity: 'mode' },
  ...more,
});
const signMap = (key: string, of: string, title: string, caption: string, mu: number, eT: number, k: number): Figure =>
  regimeMap(key, of, title, caption, mu, {
    parameters: [friction(mu, 3), normal(1), tangential(eT), K(k)],
    text: (v, fine) => bar('map', 'sign of the velocity ratio after the impact of a bar', v, plane(fine), signs),
    show: { type: 'map', quantity: 'sign' },
  });

/** A bar that slides with its tip ahead, to be asked for the critical friction. */
export const barScene = (K: number): string => modelScene('a bar slides on its tip', 'bar', { inertia_ratio: K, tangential_velocity: 1, normal_velocity: 0 }, 1);
export const criticalFriction = (title: string, fine: boolean): string =>
  study({
    kind: 'painleve', title, parameters: [grid('phi', 1, 89, fine ? 881 : 353, 'deg')],
    set: { 'parameters.angle': 'phi*deg' }, more: ['contacts: [tip]', 'sliding: ["+"]'],
  });

const ratioAxis = { label: 'velocity ratio before, gT/gN' };
const afterAxis = { label: 'velocity ratio after, gT/gN' };
/** Walton's limit of gross slip, where his curve bends last. */
const grossSlip = (d: Data, law: string, mu: number): number => {
  const [e, slip, after] = [d.column('e'), d.column('slip'), d.column(`${law}.tangential_velocity`)];
  let from = NaN;
  for (let i = 0; i < e.length; ++i) {
    if (e[i] !== 1) continue;
    const gross = Math.abs(after[i] - (slip[i] - 3.5 * mu * 2)) < 1e-9;
    if (!gross) from = NaN;
    else if (Number.isNaN(from)) from = slip[i];
  }
  return from;
};

export const payr: Paper = {
  key: 'payr-glocker-2005',
  name: 'Payr & Glocker 2005',
  citation: 'M. Payr, Ch. Glocker: Oblique frictional impact of a bar: analysis and comparison of different impact laws. Nonlinear Dynamics 41 (2005) 361–383.',
  about: 'A bar strikes rough ground with one tip. Whether it slips on, sticks or slips back is decided by its angle and by the direction from which the tip comes.',
  figures: [
    regimeMap('fig4', 'Fig. 4', 'Regimes, sub-critical friction',
      'Backward slip, stick and forward slip over the velocity ratio before the impact and the angle between bar and ground.', 0.5),
    regimeMap('fig5', 'Fig. 5', 'Regimes, super-critical friction',
      'Between two angles one slip regime is gone: the bar sticks whatever its velocity. At μ = 5/3 these angles are 45° and 75.964°, and their mirrors about 90°.', 5 / 3),
    {
      key: 'fig6', of: 'Fig. 6', title: 'Critical friction', kind: 'study',
      caption: 'The friction from which forward slip has no place at an angle. The least of all angles is 2 √(K (1 + K)).',
      parameters: [K(1 / 3)],
      finer: true,
      text: (_, fine) => criticalFriction('critical friction of a bar over its angle', fine),
      base: (v) => barScene(v.K),
      show: { type: 'lines', title: 'Critical friction over the angle', x: { label: 'φ', unit: 'deg' }, y: { label: 'critical friction μ_c', range: [0, 8] },
        curves: (d) => [{ name: 'μ_c', x: d.column('phi'), y: d.column('critical_friction'), colour: 0 }],
        marks: [{ name: 'least of the slender bar, as printed', points: [{ x: 63.4349, y: 4 / 3 }] }],
      },
      printed: [
        { name: 'least critical friction', unit: '', printed: '4/3', now: (d) => least(d, 'critical_friction').value },
        { name: 'its angle', unit: 'deg', printed: '63.435', now: (d) => d.column('phi')[least(d, 'critical_friction').row] },
      ],
    },
    signMap('fig7', 'Fig. 7', 'Sign of the velocity after, sub-critical', 'Where the tangential velocity of the tip changes its sign in the impact.', 0.5, 1, 1 / 3),
    signMap('fig8', 'Fig. 8', 'Sign of the velocity after, super-critical', 'The same with friction above the critical one.', 5 / 3, 1, 1 / 3),
    {
      key: 'fig9', of: 'Fig. 9', title: 'Velocity ratio after over before', kind: 'study',
      caption: 'Three straight pieces at every angle: forward slip, stick, backward slip. The ratio after is a continuous function of the ratio before.',
      parameters: [
        friction(0.5, 3), normal(1, 0.05), tangential(1), K(1 / 3),
        angle(90, [1, 179], 'Angle between bar and ground, of the first curve.', { key: 'phi1', symbol: 'φ_1', name: 'first angle' }),
        angle(45, [1, 179], 'Angle between bar and ground, of the second curve.', { key: 'phi2', symbol: 'φ_2', name: 'second angle' }),
      ],
      text: (v) => bar('sweep', 'velocity ratio after the impact of a bar', v,
        [`name: phi, unit: deg, values: [${v.phi1}, ${v.phi2}]`, grid('ratio', -6, 6, 241)], ['quantities: [velocity_ratio, mode]']),
      show: { type: 'lines', title: 'Velocity ratio after the impact', x: ratioAxis, y: afterAxis,
        curves: (d) => curvesBy(d, 'phi', 'ratio', 'velocity_ratio', (phi) => `φ = ${phi}°`) },
    },
    {
      key: 'fig10', of: 'Fig. 10', title: 'Velocity ratio after, all angles', kind: 'study', finer: true,
      caption: 'The surface of fig. 9 over all angles, here in colours.',
      parameters: [friction(0.5, 3), normal(1, 0.05), tangential(1), K(1 / 3)],
      text: (v, fine) => bar('map', 'velocity ratio after the impact of a bar over all angles', v, plane(fine), ['quantities: [velocity_ratio, mode]', 'refine: mode']),
      show: { type: 'map', quantity: 'velocity_ratio' },
    },
    signMap('fig11', 'Fig. 11', 'A bar with the inertia of a sphere',
      'K = 2/5, no tangential restitution. With ε_N = 1 some of these impacts gain energy: choose the quantity energy_gain.', 0.6, 0, 0.4),
    {
      key: 'fig13', of: 'Fig. 13', title: 'A sphere: Stronge’s model and Walton’s operator', kind: 'study',
      caption: 'Slip after over slip before, both over the speed of approach. The two agree where both slip throughout; Walton’s tangential restitution is μ η² as in the paper, at most 1.',
      parameters: [
        friction(0.5, 1.5),
        { key: 'eta', symbol: 'η²', name: 'ratio of stiffnesses', unit: '', range: [0.5, 2], step: 0.01, value: 1.21, text: 'Normal over tangential stiffness of the contact.', equation: '|v_1/v_3| ≤ μ η²: initial stick' },
      ],
      text: (v) => study({
        kind: 'sweep', title: 'slip of a sphere after an impact', base: 'problems/bar_contact_space',
        parameters: ['name: e, values: [0, 0.5, 1]', grid('slip', 0, 5, 501)],
        set: {
          'delassus.0.0': 1, 'delassus.0.1': 0, 'delassus.1.0': 0, 'delassus.1.1': 3.5, 'velocity.0': -1, 'velocity.1': 'slip',
          'contacts.tip.friction': v.mu, 'contacts.tip.restitution.newton': 'e', 'contacts.tip.restitution.energetic': 'e',
          'contacts.tip.restitution.tangential': Math.min(1, v.mu * v.eta), 'contacts.tip.stiffness': v.eta, 'contacts.tip.tangential_stiffness': 1,
        },
        more: ['law: [stronge-compliant, walton]', 'quantities: [tangential_velocity]'],
      }),
      show: { type: 'lines', title: 'Slip of a sphere after the impact', x: { label: 'slip before, v_1/|v_3|' }, y: { label: 'slip after, v_1/|v_3|' },
        curves: (d) => [
          ...curvesBy(d, 'e', 'slip', 'stronge-compliant.tangential_velocity', (e) => `Stronge, e = ${e}`),
          ...curvesBy(d, 'e', 'slip', 'walton.tangential_velocity', (e) => `Walton, e = ${e}`, { dash: 1 }),
        ] },
      printed: [
        { name: 'gross slip from, Walton, e = 1', unit: '', printed: '2.18', ours: true, now: (d, v) => grossSlip(d, 'walton', v.mu), note: 'to the step of the curve' },
      ],
    },
    {
      key: 'section6', of: 'Section 6', title: 'Impact without collision', kind: 'impact',
      caption: 'The tip slides on the ground and does not approach, gN− = 0. With super-critical friction zero impulse is one answer, the impulse that stops the slip another; laws follow the limit of a vanishing approach.',
      parameters: [friction(1.5, 3), angle(63.4, [5, 85], 'Angle between bar and ground.'),
        { key: 'v', symbol: 'g_T', name: 'sliding velocity', unit: 'm/s', range: [0.1, 3], step: 0.05, value: 1, text: 'Of the tip along the ground, before.' }],
      text: (v) => {
        const [c, s] = [Math.cos(rad(v.phi)), Math.sin(rad(v.phi))];
        const [alpha, delta, beta] = [1 + 3 * c * c, 3 * s * c, 1 + 3 * s * s];
        return `format: 1\nimpact:\n  delassus: [[${alpha}, ${delta}], [${delta}, ${beta}]] # 1/kg\n  velocity: [0, ${v.v}] # m/s\n  contacts:\n    - {name: tip, friction: ${v.mu}, restitution: 0}\n`;
      },
      show: { type: 'plane', contact: 0 },
    },
    {
      key: 'sliding', of: 'Section 6', title: 'The sliding bar', kind: 'run',
      caption: 'The same as a motion. With μ = 1/2 the tip slides on at every angle; with μ = 5/3 and 60° it is stopped at once, the bar turns about it, slides back and lies.',
      parameters: [friction(5 / 3, 3), angle(60, [5, 85], 'Angle between bar and ground, at the start.'),
        { key: 'v', symbol: 'g_T', name: 'sliding velocity', unit: 'm/s', range: [0.1, 3], step: 0.05, value: 1, text: 'Of the tip along the ground, at the start.' }],
      text: (v) => modelScene('a bar slides on its tip', 'bar', {
        angle: rad(v.phi), friction: v.mu, restitution: 0, tangential_restitution: 0, tangential_velocity: v.v, normal_velocity: 0,
      }, 1.2),
      show: { type: 'motion', lines: [{ type: 'lines', title: 'Sliding velocity of the tip', x: { label: 't', unit: 's' }, y: { label: 'g_T', unit: 'm/s' },
        curves: (d) => [{ name: 'tip', x: d.column('time'), y: formula(d, ['v_x', 'phi', 'v_phi'], (u, phi, w) => u - Math.sin(phi) * w), colour: 0 }] }] },
    },
  ],
};
