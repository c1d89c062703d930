import { type Database } from '../src/platform/db/index.ts'
import type { Log } from '../src/platform/log.ts'
/** Which engine the suite runs on now. */
export declare const testEngine: 'postgres' | 'pglite'
/**
 * A migrated database of its own for one world: on PostgreSQL a copy of a template that the first world makes, on the embedded engine
 * one in memory.
 */
export declare function openTestDatabase(log: Log): Promise<{
  db: Database
  url: string | undefined
  drop(): Promise<void>
}>
