// Light, dark or print: which one is in force, for style sheets (data-theme) and for canvases (colours).

export type Choice = 'auto' | 'light' | 'dark';

export interface Colours {
  paper: string;
  surface: string;
  ink: string;
  muted: string;
  line: string;
  grid: string;
  accent: string;
  mark: string;
}

const names = ['paper', 'surface', 'ink', 'muted', 'line', 'grid', 'accent', 'mark'] as const;

function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((n) => [n, style.getPropertyValue(`--${n}`).trim()])) as unknown as Colours;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const print = matchMedia('print');

class Theme {
  #choice = $state<Choice>('auto');
  #dark = $state(dark.matches);
  #print = $state(print.matches);

  /** What is shown now. */
  readonly now = $derived(this.#print ? 'print' : this.#choice === 'auto' ? (this.#dark ? 'dark' : 'light') : this.#choice);
  /** Its colours. */
  readonly colours: Colours = $derived.by(() => {
    document.documentElement.dataset.theme = this.now;
    return colours();
  });

  constructor() {
    dark.addEventListener('change', () => (this.#dark = dark.matches));
    print.addEventListener('change', () => (this.#print = print.matches));
    $effect.root(() => {
      $effect(() => void this.colours); // the attribute is set even if no canvas asks
    });
  }
  get choice(): Choice {
    return this.#choice;
  }
  set choice(value: Choice) {
    this.#choice = value;
  }
}

export const theme = new Theme();
