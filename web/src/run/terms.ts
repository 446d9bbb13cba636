// What the words of a motion mean: kinds of events, entries of the ledger, and what a run is asked with.
import type { Definition } from '../lib/definition';

export const kinds: Record<string, Definition> = {
  impact: {
    text: 'Bodies that approach strike: velocities jump in an instant, by the impact law.',
    equation: 'M (u+ − u−) = W L',
  },
  'collisionless-impact': {
    text: 'An impact although nothing approaches: no force is consistent with sliding (Painlevé’s paradox), so velocities jump.',
  },
  open: { text: 'A contact is left: its normal force has fallen to zero.', equation: 'F_N = 0' },
  close: { text: 'A contact stays closed from here on.', equation: 'gap = 0,   gN = 0' },
  stick: { text: 'Sliding has stopped, and friction can hold it.', equation: 'gT = 0,   |F_T| ≤ μ F_N' },
  slip: { text: 'Friction can hold no longer: sliding begins.', equation: '|F_T| = μ F_N' },
  reverse: { text: 'Sliding has stopped and begins in the other direction at once.' },
  chatter: { text: 'Bounces that become ever smaller, infinitely many in finite time, have come to their end: the contact rests.' },
  'non-unique': { text: 'Several continuations are possible; the rule of the scene has chosen one (Painlevé’s paradox).' },
};

export const ledger: Record<string, Definition> = {
  kinetic: { text: 'Kinetic energy of all bodies.', equation: 'T = ½ u · M u' },
  potential: { text: 'Energy of weight and springs, from zero of the scene.' },
  impact_loss: { text: 'Energy that impacts have turned into something else, since the start.', equation: 'Σ −½ L · (gamma− + gamma+)' },
  friction_loss: { text: 'Work of friction in sliding contacts, since the start.', equation: '∫ |F_T gT| dt' },
  damping_loss: { text: 'Energy that dampers and compliant contacts have taken, since the start.' },
  contact_energy: { text: 'Energy stored in compliant contacts.' },
  belt_work: { text: 'Work done by surfaces that move along themselves, such as belts.' },
  motion_work: { text: 'Work done by what moves as it is told: motors, and surfaces that move along their normal.' },
  force_work: { text: 'Work done by given forces.' },
  residual: {
    text: 'By how much the sum misses the energy of the start. It shows how exact the computation is.',
    equation: 'kinetic + potential + contact = at the start + work − losses + residual',
  },
};

export const settings = {
  law: { text: 'Impact law: the rule that gives velocities after an impact. Method moreau contains its own.' },
  method: {
    text: 'Way through time. event: rigid contacts, every event is located exactly. compliant: contacts have stiffness and damping. moreau: rigid contacts in steps of fixed length, for many contacts.',
  },
  until: { text: 'When the motion ends, in seconds.' },
  step: { text: 'Length of a step of method moreau, in seconds. Half the step, about half the error.' },
  tolerance: { text: 'Error allowed in one step of the integration, relative: from 1e−13 to 1e−3.' },
} satisfies Record<string, Definition>;
