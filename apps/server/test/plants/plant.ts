/** Statements that plant a fault into the books, and the invariant that has to find it. */
export type Plant = [invariant: string, wrong: string, statements: string[]]
