// Which entries of the tables are shown.
export const filters = [
  { name: 'all', text: 'All entries', has: () => true },
  { name: 'agree', text: 'Agree', has: (k: number) => k < 2 },
  { name: 'misprint', text: 'Misprints', has: (k: number) => k === 2 },
  { name: 'not', text: 'Not reproduced', has: (k: number) => k === 3 },
] as const;
export type FilterName = (typeof filters)[number]['name'];

class Filter {
  name = $state<FilterName>('all');
  readonly has = $derived(filters.find((f) => f.name === this.name)!.has);
}
export const filter = new Filter();
