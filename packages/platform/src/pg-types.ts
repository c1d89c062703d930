import pg from 'pg'

/** Number of the type `int8` in PostgreSQL's `pg_type`. */
export const int8 = 20

/** Types of `pg`, with `int8` as bigint: amounts go past what a number holds exactly. */
export const bigintTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') =>
    oid === int8 ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}
