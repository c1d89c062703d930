/**
 * Every table of the database. Each feature adds its own in its `tables.ts`:
 *
 * @example
 * declare module '../../platform/db/tables.ts' {
 *   interface Tables { deposit: DepositTable }
 * }
 */
export interface Tables {
  schema_migration: { name: string; applied_at: Date }
}
