import { fromHex, sha256, toHex } from '@dhow/fairness/sha256'
import type { Committed, LogAddresses } from './look-up-commitment.ts'
import { readJson } from './read-json.ts'

/** Inputs of a round's proof, all in the link. */
export interface ProofInputs {
  hash: string
  salt: string
  end: string
  number: number
}

/** A published round; the game adds further fields. */
export interface PublishedRound {
  number: number
  hash: string
  salt: string
  chain: { end_hash: string }
  log: LogAddresses
}

/** Hashes from the round's hash to the chain's end, in chunks that keep the page responsive. */
export async function hashToChainEnd(
  { hash, end, number }: ProofInputs,
  onProgress: (percent: number) => void,
): Promise<boolean> {
  let bytes = fromHex(hash)
  for (let step = 0; step < number; step++) {
    bytes = sha256(bytes)
    if (step % 20_000 === 19_999) {
      onProgress(Math.floor((step / number) * 100))
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return toHex(bytes) === end.toLowerCase()
}

export const isWhole = (inputs: ProofInputs): boolean =>
  /^[0-9a-f]{64}$/i.test(inputs.hash) &&
  /^[0-9a-f]{64}$/i.test(inputs.end) &&
  inputs.salt.length > 0 &&
  inputs.salt.length <= 200 &&
  Number.isInteger(inputs.number) &&
  inputs.number >= 1 &&
  inputs.number <= 100_000_000

/** Commitment that the public log has to contain for these inputs; undefined without inputs. */
export const commitmentFor = (inputs: ProofInputs | string): Committed | undefined =>
  typeof inputs === 'string'
    ? undefined
    : { hash: inputs.end.toLowerCase(), chain: { salt: inputs.salt, number: inputs.number } }

/** Link to the proof page with all inputs. */
export const proofLink = (page: string, round: string, { hash, salt, end, number }: ProofInputs): string =>
  `${location.origin}${page}/${round}?${new URLSearchParams({ hash, salt, end, n: String(number) })}`

/** Inputs in the page's address; null without any. */
export function inputsInLink(): ProofInputs | null {
  const query = new URLSearchParams(location.search)
  if (!query.has('hash')) return null
  const text = (name: string) => query.get(name) ?? ''
  return { hash: text('hash'), salt: text('salt'), end: text('end'), number: Number(text('n')) }
}

/** Fetches a published round, or the reason why there is none. */
export async function fetchRound<Round extends PublishedRound>(
  api: string,
  round: string,
): Promise<{ inputs: ProofInputs; published: Round } | 'inPlay' | 'unknown' | 'failed'> {
  try {
    const response = await fetch(`${api}/rounds/${encodeURIComponent(round)}`)
    if (response.status === 409) return 'inPlay'
    if (response.status === 404) return 'unknown'
    if (!response.ok) return 'failed'
    const published = readJson<Round>(await response.text())
    const { hash, salt, number, chain } = published
    return { inputs: { hash, salt, end: chain.end_hash, number }, published }
  } catch {
    // No connection: the page offers a retry.
    return 'failed'
  }
}

/** Fetches the commitment published before the first round; undefined if that fails. */
export async function fetchChain(api: string): Promise<{ endHash: string; salt: string } | undefined> {
  try {
    const response = await fetch(`${api}/chain`)
    if (!response.ok) return undefined
    const published = readJson<{ end_hash: string; salt: string }>(await response.text())
    return { endHash: published.end_hash, salt: published.salt }
  } catch {
    // No connection: the dialog shows it.
    return undefined
  }
}
