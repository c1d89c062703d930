import pg from 'pg'

/** OID of `int8` in PostgreSQL's `pg_type`. */
export const int8 = 20

/** Types of `pg`, with `int8` as bigint: amounts exceed the exact range of numbers. */
export const bigintTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') =>
    oid === int8 ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}
