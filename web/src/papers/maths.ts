// Formulas in the plain text of reports, as readers expect them: theta'_1 with its letter, prime and subscript.

export interface Piece {
  text: string;
  kind: 'text' | 'code' | 'symbol' | 'sub' | 'sup';
}

const greek: Record<string, string> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', eps: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ',
  mu: 'μ', phi: 'φ', rho: 'ρ', tau: 'τ', Omega: 'Ω', Theta: 'Θ', Lambda: 'Λ', pi: 'π', sqrt: '√',
}; // prettier-ignore

// A letter or its Greek name, then primes, a subscript, a power: v_1, theta', mu_c,min, m^-3/2, q3'.
const formula =
  /(?<![\w.^*-])([A-Za-z][a-z]*\d?)('{0,2}(?![A-Za-z']))((?:_(?:[A-Za-z]{1,3}|\d|phi|min|max|theta)(?:,min)?(?![\w(]))?)('{0,2}(?![A-Za-z']))((?:\^(?:-?\d+(?:\/\d+)?|\([^)]{1,8}\)|[a-z](?![a-z])))?)(?!\w)/g;

function plain(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const put = (kind: Piece['kind'], t: string) => {
    // A power of a bracket is found only here.
    const [first, ...powers] = kind === 'text' ? t.split(/(?<=\))\^(?=-?\d)/) : [t];
    if (first) pieces.push({ kind, text: first });
    for (const power of powers) {
      const digits = power.match(/^-?\d+/)![0];
      pieces.push({ kind: 'sup', text: digits.replace('-', '−') });
      if (power.length > digits.length) pieces.push({ kind, text: power.slice(digits.length) });
    }
  };
  for (const m of text.matchAll(formula)) {
    const [all, letter, primes, sub, after, sup] = m;
    const known = Object.hasOwn(greek, letter);
    const short = letter.length === 1 || /^[A-Za-z]\d$/.test(letter);
    const marked = primes + sub + after + sup !== '';
    if (!known && !(short && marked)) continue;
    put('text', text.slice(from, m.index));
    const unit = !known && primes + sub + after === ''; // m^2 is upright
    put(letter === 'sqrt' || unit ? 'text' : 'symbol', known ? greek[letter] : letter);
    put('text', (primes + after).replaceAll("'", '′'));
    if (sub) put('sub', Object.hasOwn(greek, sub.slice(1)) ? greek[sub.slice(1)] : sub.slice(1));
    if (sup) put('sup', sup.slice(1).replace(/[()]/g, '').replace('-', '−'));
    from = m.index + all.length;
  }
  put('text', text.slice(from));
  return pieces;
}

const signs = (text: string): string =>
  text
    .replaceAll('Painleve', 'Painlevé')
    .replaceAll('<=', '≤')
    .replaceAll('>=', '≥')
    .replaceAll('->', '→')
    .replace(/(?<=^|[\s(=,|])-(?=\d|\s)/g, '−');

/** Pieces of a text; what stands between backticks is code. */
export const typeset = (text: string): Piece[] =>
  signs(text).split('`').flatMap((part, i): Piece[] => (i % 2 === 1 ? [{ kind: 'code', text: part }] : plain(part)));
