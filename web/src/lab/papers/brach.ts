// Brach 1993. Left out: figs. 1 and 2, which show the set-up. His tables 3 to 7 are runs of a simulation and the classical
// answers beside them: both are live here, with the numbers that the tables print.
import type { Parameter, Values } from '../parameters';
import { angle, at, formula, friction, grid, rad, study, type Curve, type Data, type Paper } from './figure';

const vt = (value: number): Parameter => ({
  key: 'vt', symbol: 'v_t', name: 'tangential velocity', unit: 'm/s', range: [-1, 1], step: 0.05, value,
  text: 'Of the rod along the surface, before; it approaches with 1 m/s and does not turn.',
});
const theta = angle(45, [0, 80], 'Angle between the rod and the normal of the surface.', { key: 'theta', symbol: 'θ' });

/** The tip in contact space, for a rod of 1 kg and 1 m. */
const tip = (v: Values) => ({
  let: { c: `cos(${v.theta}*deg)`, s: `sin(${v.theta}*deg)`, energy: `0.5*(1 + ${v.vt}^2)` },
  set: {
    'delassus.0.0': '1 + 3*s^2', 'delassus.0.1': '-3*s*c', 'delassus.1.0': '-3*s*c', 'delassus.1.1': '1 + 3*c^2', 'velocity.1': v.vt,
  },
});
const lost = '{name: lost, formula: dissipation/energy}';

/** Curves of given restitution up to the bound, and the bound itself: where they end. */
function impulseRatios(d: Data): Curve[] {
  const [e, x] = [d.column('e'), d.column('x')];
  const of = (law: string, keep: (i: number) => boolean) => {
    const [ratio, loss] = [d.column(`${law}.impulse_ratio`), d.column(`${law}.lost`)];
    const rows = Array.from(e, (_, i) => i).filter(keep);
    return { x: rows.map((i) => ratio[i]), y: rows.map((i) => loss[i]) };
  };
  const last = x.length > 0 ? x[x.length - 1] : 0;
  const chosen = [0, 0.5, 1];
  return [
    ...chosen.map((value, i) => ({ name: `ratio given, e = ${value}`, ...of('brach', (r) => Math.abs(e[r] - value) < 1e-9), colour: i, dash: 1 })),
    ...chosen.map((value, i) => ({ name: `Coulomb, E = ${value}`, ...of('routh-stronge', (r) => Math.abs(e[r] - value) < 1e-9), colour: i, wide: true })),
    { name: 'bound (μ_T or μ_0)', ...of('brach', (r) => x[r] === last), colour: 4, dash: 2 },
  ];
}
/** Of the runs: from the course, at the end of contact, whose velocities stay. */
const end = (d: Data, name: string): number => d.column(name)[d.column(name).length - 1];
const opened = (d: Data): number => {
  const [t, force] = [d.column('time'), d.column('rod.tip/surface.normal_force')];
  let i = force.length - 1;
  while (i > 0 && !(force[i] > 0)) --i;
  return t[Math.min(i + 1, t.length - 1)];
};
const time = { label: 't', unit: 's' };

export const brach: Paper = {
  key: 'brach-1993',
  name: 'Brach 1993',
  citation: 'R. M. Brach: Classical planar impact theory and the tip impact of a slender rod. International Journal of Impact Engineering 13 (1993) 21–33.',
  about: 'A rod falls on its tip. Algebra with two coefficients, restitution and impulse ratio, and a simulation of the contact are asked for the same answers.',
  figures: [
    {
      key: 'fig3', of: 'Fig. 3', title: 'Energy lost over the impulse ratio', kind: 'study', finer: true,
      caption: 'Dashed: the ratio is free and e is given; such a curve ends at the bound, where energy would be gained (μ_T) or the tip be driven back (μ_0). Heavy: Coulomb friction with the energetic coefficient E.',
      parameters: [vt(0.2), theta],
      text: (v, fine) => study({
        kind: 'sweep', title: 'energy lost in the tip impact of a rod over the impulse ratio', base: 'problems/brach_rod',
        parameters: [grid('e', 0, 1, fine ? 101 : 41), grid('x', 0, 1.2, fine ? 241 : 121)], let: tip(v).let,
        set: { ...tip(v).set, 'contacts.tip.restitution': 'e', 'contacts.tip.friction': 'x', 'contacts.tip.impulse_ratio': 'x' },
        more: ['law: [brach, routh-stronge]', `quantities: [impulse_ratio, dissipation, ${lost}]`],
      }),
      show: { type: 'lines', title: 'Energy lost over the impulse ratio', x: { label: 'impulse ratio L_T/L_N' }, y: { label: 'energy lost, T_L/T' }, curves: impulseRatios },
      printed: [
        { name: 'μ_T at e = 1 (table 5)', unit: '', printed: '0.456', note: '5/11 follows from the same row', now: (d) => { const r = d.column('brach.impulse_ratio'); return r[r.length - 1]; } },
      ],
    },
    {
      key: 'bounds', of: 'Fig. 3', title: 'Bounds of the impulse ratio', kind: 'study', finer: true,
      caption: 'Which bound cuts a given impulse ratio, over the ratio and the restitution. Boundaries are μ_0 and μ_T.',
      parameters: [vt(0.2), theta],
      text: (v, fine) => study({
        kind: 'map', title: 'bounds of the impulse ratio', base: 'problems/brach_rod',
        parameters: [grid('ratio', 0, 0.8, fine ? 161 : 81), grid('e', 0, 1, fine ? 101 : 51)], let: tip(v).let,
        set: { ...tip(v).set, 'contacts.tip.impulse_ratio': 'ratio', 'contacts.tip.restitution': 'e' },
        more: ['law: brach', `quantities: [limited, ${lost}]`, 'refine: limited', 'figure: limited'],
      }),
      show: { type: 'map', quantity: 'limited' },
    },
    {
      key: 'classical', of: 'Tables 5, 7', title: 'Energy lost over friction', kind: 'study',
      caption: 'The classical answers with Coulomb friction, for each meaning of restitution. They lose the same as long as the tip slides one way only; the dot is the row of table 5 without friction.',
      parameters: [vt(0.2), theta, { key: 'e', symbol: 'e', name: 'restitution', unit: '', range: [0, 1], step: 0.01, value: 0.5, text: 'Kinematic, kinetic or energetic, by the law.' }],
      text: (v) => study({
        kind: 'sweep', title: 'energy lost in the tip impact of a rod over friction', base: 'problems/brach_rod', parameters: [grid('f', 0, 1.2, 241)], let: tip(v).let,
        set: { ...tip(v).set, 'contacts.tip.friction': 'f', 'contacts.tip.restitution': v.e },
        more: ['law: [routh-newton, routh-poisson, routh-stronge, brach]', `quantities: [impulse_ratio, tangential_velocity, normal_impulse, dissipation, ${lost}]`],
      }),
      show: { type: 'lines', title: 'Energy lost over friction', x: { label: 'friction f' }, y: { label: 'energy lost, T_L/T' },
        curves: (d) => [['routh-newton', 'e, kinematic'], ['routh-poisson', 'R, kinetic'], ['routh-stronge', 'E, energetic'], ['brach', 'e, limited by μ_T']].map(([law, name], i) =>
          ({ name, x: d.column('f'), y: d.column(`${law}.lost`), colour: i, dash: i === 3 ? 1 : 0 })),
        marks: [{ name: 'table 5, e = 0.5, v_t = 0.2 m/s', points: [{ x: 0, y: 0.288 }] }] },
      printed: [
        { name: 'T_L without friction', unit: '%', printed: '28.8', now: (d) => 100 * at(d, 'f', 0, 'routh-newton.lost') },
        { name: 'P_n without friction', unit: 'N s', printed: '0.600', now: (d) => at(d, 'f', 0, 'routh-newton.normal_impulse') },
        { name: 'impulse ratio at f = 1.2: μ_0 where sliding ends', unit: '', printed: '0.507', now: (d) => at(d, 'f', 1.2, 'routh-newton.impulse_ratio') },
        { name: 'T_L at f = 1.2', unit: '%', printed: '33.3', note: 'the row itself gives 33.05', now: (d) => 100 * at(d, 'f', 1.2, 'routh-newton.lost') },
      ],
    },
    {
      key: 'simulation', of: 'Tables 3, 4, 6', title: 'The contact simulated', kind: 'run',
      caption: 'The tip on a yielding surface, F_n = κ d (1 + ζ d′), with Coulomb friction: stops, reversals and sticking as they happen. The numbers are those of table 3 at ζ = 1.69.',
      parameters: [
        vt(0.6), friction(0.01, 1.2, { key: 'f', symbol: 'f' }), { ...theta, range: [5, 80] },
        { key: 'zeta', symbol: 'ζ', name: 'damping', unit: 's/m', range: [0, 20], step: 0.05, value: 1.69, text: 'Damping of the surface: it gives the restitution. 0 loses nothing, 1.69 gives e near 0.5, 20 near 0.05.', equation: 'F_n = κ d (1 + ζ d′)' },
        { key: 'kappa', symbol: 'κ', name: 'stiffness', unit: 'N/m', range: [200, 20000], step: 100, value: 1000, text: 'Stiffness of the surface. The stiffer, the less the rod turns during contact.', equation: 'F_n = κ d (1 + ζ d′)' },
      ],
      text: (v) => {
        const [x, y] = [0.5 * Math.sin(rad(v.theta)), 0.5 * Math.cos(rad(v.theta))];
        return [
          'title: a rod strikes a yielding surface with its tip', 'gravity: [0, 0]', 'bodies:',
          `  - {name: rod, points: {tip: [-0.5, 0], end: [0.5, 0]}, mass: 1, inertia: ${1 / 12}, position: [${x}, ${y}], angle_deg: ${90 - v.theta}, velocity: [${v.vt}, -1]}`,
          'ground:', '  - {name: surface, half_plane: {point: [0, 0], normal_angle_deg: 90}}', 'contacts:',
          `  - {between: [rod, surface], friction: ${v.f}, stiffness: ${v.kappa}, damping: ${v.zeta}}`, 'method: compliant', 'until: 0.12 # s', '',
        ].join('\n');
      },
      show: { type: 'motion', lines: [
        { type: 'lines', title: 'Forces at the tip', x: time, y: { label: 'force', unit: 'N' },
          curves: (d) => ['normal', 'tangential'].map((name, i) => ({ name, x: d.column('time'), y: d.column(`rod.tip/surface.${name}_force`), colour: i })) },
        { type: 'lines', title: 'Velocities of the tip', x: time, y: { label: 'velocity', unit: 'm/s' },
          curves: (d) => {
            const arm = (part: (a: number) => number) => (u: number, angle: number, w: number) => u + 0.5 * part(angle) * w;
            return [
              { name: 'normal', x: d.column('time'), y: formula(d, ['rod.vy', 'rod.angle', 'rod.omega'], arm((a) => -Math.cos(a))), colour: 0 },
              { name: 'tangential', x: d.column('time'), y: formula(d, ['rod.vx', 'rod.angle', 'rod.omega'], arm(Math.sin)), colour: 1 },
            ];
          } },
      ] },
      printed: [
        { name: 'duration of contact', unit: 's', printed: '0.064', now: opened },
        { name: 'normal impulse P_n', unit: 'N s', printed: '0.559', now: (d) => end(d, 'rod.vy') + 1 },
        { name: 'rotation after', unit: 'deg/s', printed: '138.6', now: (d) => (-180 / Math.PI) * end(d, 'rod.omega') },
        { name: 'energy lost T_L', unit: '%', printed: '23.6', now: (d, v) => 100 * (1 - end(d, 'kinetic') / (0.5 * (1 + v.vt * v.vt))) },
      ],
    },
  ],
};
