/** What a quantity is, in words and, where there is one, as an equation. */
export interface Definition {
  text: string;
  equation?: string;
}
