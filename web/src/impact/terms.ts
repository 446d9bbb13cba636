// What the columns of the tables mean. gamma = (gN, gT) at the contact, before (−) and after (+) the impact; the normal
// points out of the second body (or the ground) into the first, the tangent is the normal turned by −90 degrees.
import type { Definition } from '../lib/definition';

export const terms = {
  normal_impulse: {
    text: 'Normal impulse: the normal force, summed over the impact. It pushes, never pulls.',
    equation: 'L_N = ∫ F_N dt ≥ 0',
  },
  tangential_impulse: {
    text: 'Tangential impulse: friction, summed over the impact, along the tangent.',
    equation: 'L_T = ∫ F_T dt,   |F_T| ≤ μ F_N',
  },
  normal_velocity: {
    text: 'Velocity of separation of the two points of contact after the impact; negative is approach.',
    equation: 'gN+ = gN− + α L_N + δ L_T',
  },
  tangential_velocity: {
    text: 'Sliding velocity of the two points of contact after the impact.',
    equation: 'gT+ = gT− + δ L_N + β L_T',
  },
  mode: {
    text: 'What the contact does at the end of the impact: slip along or against the tangent, stick, or open.',
  },
  loss: {
    text: 'Kinetic energy that the impact turns into something else. Negative: the law makes energy.',
    equation: 'D = −½ L · (gamma− + gamma+)',
  },
  loss_percent: {
    text: 'The same loss in per cent of the kinetic energy before the impact.',
    equation: '100 D / T−',
  },
  residual: {
    text: 'By how much the answer misses the conditions of its law, without a unit; rounding is about 1e−15.',
  },
  status: {
    text: 'Whether the law has one answer, several, or none.',
  },
  warnings: {
    text: 'What to know about this answer, such as an impulse outside the friction cone or energy gained.',
  },
  gN: {
    text: 'Velocity of separation of the two points of contact: negative before, they approach.',
    equation: 'gN = n · (v_first − v_second)',
  },
  gT: {
    text: 'Sliding velocity of the two points of contact, along the tangent.',
    equation: 'gT = t · (v_first − v_second)',
  },
  at_zero: {
    text: 'Normal impulse at the end of compression, where the points of contact no longer approach: coefficient 0.',
    equation: 'p_c: gN = 0',
  },
  normal_at_one: {
    text: 'Normal impulse where the coefficient is 1: as fast apart as together (e), as much impulse again (R), no work of the normal force lost (E).',
  },
  tangential_at_one: { text: 'Tangential impulse at the same place.' },
  delta_v: {
    text: 'Change of the velocity of the centre of mass, its size: what occupants feel.',
    equation: 'Δv = |Σ L| / m',
  },
  delta_omega: {
    text: 'Change of the angular velocity, counter-clockwise.',
    equation: 'Δω = Σ (r × L) / I',
  },
  principal_direction: {
    text: 'Direction of the sum of all impulses on the body, counter-clockwise from x: the principal direction of force.',
  },
  energy_change: {
    text: 'Change of the kinetic energy of this body alone.',
    equation: '½ m (v+² − v−²) + ½ I (ω+² − ω−²)',
  },
} satisfies Record<string, Definition>;
