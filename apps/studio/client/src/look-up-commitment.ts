import { verifyCommitment } from '@dhow/receipts/commitment'
import { entryWord } from '@dhow/receipts/entry'
import { parsePolicy } from '@dhow/receipts/policy'
import type { Reason } from '@dhow/receipts/reasons'
import { VerificationError } from '@dhow/receipts/verification-error'

/** Addresses at the portal: log proof of a round's chain or seed, the log's keys, the round's receipts for its player. */
export interface LogAddresses {
  commitment: string
  keys: string
  receipts: string
}

/** Committed values of a round: the end of its chain and its number on it, or the hash of its seed. */
export interface Committed {
  hash: string
  chain?: { salt: string; number: number }
}

export type LookedUp =
  | { state: 'kept'; place: number }
  /** `differs`: the log has another commitment under this name. */
  | { state: 'differs' | 'missing' | 'away' }
  | { state: 'refused'; reason: Reason }

type Read = (address: string) => Promise<{ status: number; text: string }>

/**
 * Looks up a round's commitment in the public log. Verifies the proof here, with the keys that the portal publishes; to trust an older key instead,
 * save the file and check it with that.
 */
export async function lookUpCommitment(
  log: LogAddresses,
  committed: Committed,
  read: Read = readText,
): Promise<LookedUp> {
  try {
    const [file, keys] = await Promise.all([read(log.commitment), read(log.keys)])
    if (file.status === 404) return { state: 'missing' }
    if (file.status !== 200 || keys.status !== 200) return { state: 'away' }
    const { commitment, index } = verifyCommitment(file.text, policyOf(keys.text))
    const { provider, game, name, hash, chain } = commitment
    const isNamed = log.commitment.endsWith(`/${provider}/${game}/${name}`)
    const isSame =
      hash === committed.hash &&
      chain?.salt === (committed.chain && entryWord(committed.chain.salt)) &&
      (committed.chain?.number ?? 0) <= (chain?.rounds ?? 0)
    return isNamed && isSame ? { state: 'kept', place: index } : { state: 'differs' }
  } catch (error) {
    // No connection: the page shows that the log could not be read.
    return error instanceof VerificationError ? { state: 'refused', reason: error.reason } : { state: 'away' }
  }
}

/** All keys that the log has had. */
function policyOf(keys: string) {
  const lines = keys.trimEnd().split('\n')
  return parsePolicy(`${lines.map((line) => `log ${line.split(' ')[0]}`).join('\n')}\nquorum none\n`)
}

const readText: Read = async (address) => {
  const response = await fetch(address)
  return { status: response.status, text: await response.text() }
}
