import { findPostgres, startTemporaryCluster } from '@dhow/platform/testing/postgres.mjs'

/**
 * Server tests run on PostgreSQL if its programs are found, else on the embedded engine; DHOW_TEST_ENGINE overrides it.
 * The worlds find the cluster by DHOW_TEST_PG.
 */
export default async function setup() {
  if (process.env.DHOW_TEST_PG || process.env.DHOW_TEST_ENGINE === 'pglite') return
  if (!findPostgres()) {
    if (process.env.DHOW_TEST_ENGINE === 'postgres')
      throw new Error('DHOW_TEST_ENGINE asks for PostgreSQL, which is not on this machine')
    return
  }
  const cluster = await startTemporaryCluster()
  process.env.DHOW_TEST_PG = cluster.url
  return () => cluster.stop()
}
