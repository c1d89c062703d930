import { errorMessage } from '@dhow/platform/error-code'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs SQL; several statements are allowed without values. */
export async function run<Row>(tx: Kysely<Tables>, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** Adds the name of the SQL file to an error. */
export async function named<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`database/${path}: ${errorMessage(error)}`, { cause: error })
  }
}
