// What the words of studies mean: quantities, statuses, modes, regimes, kinds of special points.
import { terms as impact } from '../../impact/terms';
import type { Definition } from '../../lib/definition';

const words: Record<string, Definition> = {
  // Of an impact.
  status: { text: 'Of an impact: whether the law has one answer, several, or none. Of a motion: why it ended.' },
  mode: impact.mode,
  normal_impulse: impact.normal_impulse,
  tangential_impulse: impact.tangential_impulse,
  normal_velocity: impact.normal_velocity,
  tangential_velocity: impact.tangential_velocity,
  delta_v: impact.delta_v,
  delta_omega: impact.delta_omega,
  principal_direction_deg: impact.principal_direction,
  residual: { text: 'By how much the answer misses its conditions, without a unit: rounding only, if it is small.' },
  dissipation: impact.loss,
  loss: { text: 'Kinetic energy that the impact takes, as a part of what there was before.', equation: 'D / T−' },
  energy_gain: { text: 'Whether the law makes energy: more after the impact than before. Physics forbids it.' },
  impulse_ratio: { text: 'Tangential over normal impulse; friction limits it.', equation: 'L_T / L_N' },
  limited: { text: 'Which bound has cut the impulse ratio of the law, if one has.' },
  mu_0: { text: 'The bound beyond which friction would push on after sliding has ended.' },
  mu_T: { text: 'The bound beyond which the impact would make energy.' },
  solutions: { text: 'How many answers there are, found by trying every combination of modes.' },
  unique: { text: 'There is one answer, and it is proved that there is no other.' },
  solved: { text: 'There is an answer; whether it is the only one was not examined.' },
  'one-of-many': { text: 'Several answers satisfy the law; this is one of them.' },
  'no-solution': { text: 'No answer satisfies the law.' },
  undecided: { text: 'No answer was found, and it is not proved that there is none.' },
  'not-applicable': { text: 'The law does not take problems of this kind.' },
  'not-allowed': { text: 'The parameters leave what is physically possible here, such as a restitution above 1.' },
  'not-converged': { text: 'The iteration ended before its tolerance was reached.' },
  'non-finite': { text: 'Numbers grew beyond all bounds.' },
  'slip+': { text: 'The contact slides along its tangent; friction points against it.', equation: 'gT > 0,  F_T = −μ F_N' },
  'slip-': { text: 'The contact slides against its tangent; friction points along it.', equation: 'gT < 0,  F_T = μ F_N' },
  stick: { text: 'The points of contact do not slide on each other; friction is inside of its cone.', equation: 'gT = 0,  |F_T| ≤ μ F_N' },
  open: { text: 'The contact is open, or opens: it carries no force.', equation: 'F_N = 0' },
  // Of a motion.
  end: { text: 'The motion was followed to the time asked for.' },
  'event-limit': { text: 'The motion has more events than allowed, and was left there.' },
  zeno: { text: 'Impacts follow each other faster and faster, without an end that was found.' },
  tolerance: { text: 'The accuracy asked for could not be kept.' },
  // Sliding states.
  verdict: { text: 'Whether sliding can go on: in one way, in several, or not at all (Painlevé).', equation: 'gN″ = A λ_N + b_N' },
  slip: { text: 'Sliding goes on in one way.', equation: 'A > 0,  b_N < 0' },
  inconsistent: { text: 'No force lets sliding go on: there must be an impact without collision.', equation: 'A < 0,  b_N < 0' },
  'non-unique': { text: 'Sliding may go on, or the contact may open: the law does not say which.', equation: 'A < 0,  b_N > 0' },
  mixed: { text: 'The contacts go on in different modes, in one way.' },
  edge: { text: 'On a boundary between two verdicts, to rounding.' },
  A: { text: 'How much the contact is accelerated apart per unit of normal force while it slides.', equation: 'A = G_NN − s μ G_NT,  s = ±1' },
  b_N: { text: 'Normal acceleration of the contact without a force in it.' },
  critical_friction: { text: 'The friction at which A vanishes: beyond it sliding is not unique, or impossible.', equation: 'μ_c = G_NN / (s G_NT)' },
  critical_factor: { text: 'The factor of all friction at which sliding stops having exactly one continuation.' },
  // Orbits.
  period: { text: 'After this time the motion repeats itself.' },
  stability: { text: 'Whether a small disturbance dies out: all multipliers are inside of the unit circle.' },
  multiplier: { text: 'Floquet multipliers, the eigenvalues of the map from passage to passage: a small disturbance grows by these factors per period.', equation: '|λ| < 1 for all: stable' },
  largest_multiplier: { text: 'Modulus of the largest multiplier: below 1 the orbit is stable.' },
  to_grazing: { text: 'How far the orbit is from a change of its sequence of events.' },
  periodicity: { text: 'After how many passages the states repeat; 0: they do not.' },
  return_time: { text: 'Mean time from one passage of the section to the next.' },
  stable: { text: 'A small disturbance dies out.', equation: '|λ| < 1 for all multipliers' },
  unstable: { text: 'Some small disturbance grows: the motion leaves the orbit.', equation: '|λ| > 1 for a multiplier' },
  marginal: { text: 'A multiplier is on the unit circle: to first order a disturbance neither grows nor dies out.' },
  found: { text: 'The motion comes back to where it began, with the same sequence of events.' },
  'no-return': { text: 'The motion does not come back to the section in the time allowed.' },
  ended: { text: 'The motion ended before.' },
  'sequence-changed': { text: 'With its events frozen there is an orbit, but the motion from there has other events.' },
  misfit: { text: 'The section does not fit the system: its period is wrong, or the system depends on time.' },
  recorded: { text: 'The motion passes the section, and its states there are recorded.' },
  rest: { text: 'The motion does not come back to the section: its last state is recorded once.' },
  // Special points.
  kind: { text: 'What happens there: an event of the motion, or what becomes of the orbit at this value of the parameter.' },
  fold: { text: 'The branch turns back: two orbits meet and vanish.', equation: 'λ = +1' },
  'period-doubling': { text: 'An orbit of twice the period branches off.', equation: 'λ = −1' },
  'neimark-sacker': { text: 'A complex pair of multipliers passes the unit circle: a second frequency comes in.', equation: '|λ| = 1' },
  grazing: { text: 'A gap touches zero, or an impact has lost its speed: the sequence of events changes here.' },
  'cone-edge-grazing': { text: 'In stick, the friction force touches the edge of its cone: slip begins.', equation: '|F_T| = μ F_N' },
  'sequence-change': { text: 'The sequence of events of the orbit changes in another way.' },
};
words['stable orbit'] = words.stable;
words['unstable orbit'] = words.unstable;

/** Quantities of a contact, body or law are named by their last part; multipliers are numbered. */
export const explain = (word: string): Definition | undefined => {
  const own = (key: string) => (Object.hasOwn(words, key) ? words[key] : undefined);
  return own(word) ?? own(word.replace(/^(multiplier)\d.*/, '$1').split('.').at(-1)!.replace(/_before$/, ''));
};
