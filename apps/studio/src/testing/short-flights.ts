import { randomBytes } from 'node:crypto'
import { crashHundredths } from '@dhow/fairness/crash'
import { openDb } from '../platform/db.ts'
import { chainKey, openChain } from '../rounds/chain.ts'

export interface ShortFlights {
  dataDir: string
  databaseUrl: string | undefined
  secret: string
  chainLength: number
  rounds: number
  isShort(crash: bigint): boolean
}

/** Makes a chain of the crash game whose salt makes the first rounds short enough for a test. */
export async function makeShortFlights(wanted: ShortFlights): Promise<void> {
  const db = await openDb(wanted.dataDir, wanted.databaseUrl)
  const game = { game: 'dhow', length: wanted.chainLength, salt: undefined }
  const chain = await openChain(db, chainKey(wanted.secret), game, () => Promise.resolve())
  const hashes = Array.from({ length: wanted.rounds }, (_, index) => chain.hashAt(index + 1))
  let salt: string
  do salt = randomBytes(32).toString('hex')
  while (!hashes.every((hash) => wanted.isShort(crashHundredths(hash, salt))))
  await db.query('update chains set salt = $1', [salt])
  await db.close()
}
