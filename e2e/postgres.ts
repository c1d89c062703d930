import { findPostgres, startTemporaryCluster } from '../tools/postgres.mjs'

/** A temporary cluster where PostgreSQL's programs are found; without them the journey runs on the embedded engine. */
export async function openPostgres(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  return findPostgres() ? startTemporaryCluster() : undefined
}
