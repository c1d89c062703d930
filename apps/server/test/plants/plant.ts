/** Statements that plant a fault into the books, and the invariant that must detect it. */
export type Plant = [invariant: string, wrong: string, statements: string[]]
