/** What a quantity is, in words and, where there is one, as an equation; a letter after _ is below the line. */
export interface Definition {
  text: string;
  equation?: string;
}
