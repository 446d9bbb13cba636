// Colours of drawings, told apart by readers with any colour vision. Lines also differ by dashes, marks by shape.

/** Okabe & Ito (2008), without yellow, which vanishes on white; black is the ink of the theme. */
export const okabe = {
  blue: '#0072B2',
  vermilion: '#D55E00',
  green: '#009E73',
  purple: '#CC79A7',
  orange: '#E69F00',
  sky: '#56B4E9',
  yellow: '#F0E442',
  grey: '#999999',
} as const;

/** For series and categories, by their place. */
export const series: string[] = [
  okabe.blue,
  okabe.vermilion,
  okabe.green,
  okabe.purple,
  okabe.orange,
  okabe.sky,
  okabe.grey,
  okabe.yellow,
];
export const dashes: number[][] = [[], [6, 3], [2, 3], [8, 3, 2, 3], [10, 4]];

/** Modes of contacts; the names are those of the files. */
export const modes: Record<string, string> = {
  open: okabe.grey,
  'slip+': okabe.vermilion,
  'slip-': okabe.blue,
  stick: okabe.green,
  frictionless: okabe.purple,
  unknown: okabe.grey,
};

// Viridis (van der Walt & Smith, 2015) at nine places; between them straight.
const anchors = ['440154', '472d7b', '3b528b', '2c728e', '21918c', '28ae80', '5ec962', 'addc30', 'fde725'];
const anchor = anchors.map((hex) => [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16)));

/** Red, green, blue (0 to 255) of x in [0, 1]. */
export function viridis(x: number): [number, number, number] {
  const place = Math.min(1, Math.max(0, x)) * (anchor.length - 1);
  const i = Math.min(anchor.length - 2, Math.floor(place));
  const f = place - i;
  return [0, 1, 2].map((k) => Math.round(anchor[i][k] * (1 - f) + anchor[i + 1][k] * f)) as [number, number, number];
}

/** "#RRGGBB" as numbers. */
export const rgb = (hex: string): [number, number, number] =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];
