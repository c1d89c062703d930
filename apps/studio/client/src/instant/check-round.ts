import { fieldsOf } from '@dhow/contract/records'
import { bytesOfText, sha256, toHex } from '@dhow/fairness/sha256'
import { gameOf } from '../../../src/instant/games.ts'
import type { RoundProof } from '../../../src/instant/messages.ts'
import type { LogAddresses } from '../look-up-commitment.ts'
import { readJson } from '../read-json.ts'

/** Inputs of a proof, all in the link once the server seed is revealed. */
export interface ProofInputs {
  game: string
  options: object
  actions: unknown[]
  isCashedOut: boolean
  nonce: number
  clientSeed: string
  commitment: string
  serverSeed: string | null
}

export interface Checked {
  isCommitted: boolean
  multiplier: number
  view: unknown
}

/** Recomputes the round from its seeds; undefined for invalid inputs. */
export function checkRound(inputs: ProofInputs): Checked | undefined {
  const rules = gameOf(inputs.game)
  const options = rules?.readOptions(inputs.options)
  const actions = inputs.actions.map((action) => rules?.readAction(action)).filter((action) => action !== undefined)
  if (!rules || !options || inputs.serverSeed === null || actions.length < inputs.actions.length) return undefined
  const { serverSeed, clientSeed, nonce } = inputs
  const played = rules.play({ serverSeed, clientSeed, nonce }, options, actions, inputs.isCashedOut)
  if (!played?.isOver) return undefined
  const isCommitted = toHex(sha256(bytesOfText(serverSeed))) === inputs.commitment
  return { isCommitted, multiplier: played.multiplier, view: played.view }
}

export const proofLink = (round: string, inputs: ProofInputs): string => {
  const { game, options, actions, isCashedOut, nonce, clientSeed, commitment, serverSeed } = inputs
  const query = new URLSearchParams({
    o: JSON.stringify(options),
    a: JSON.stringify(actions),
    out: isCashedOut ? '1' : '0',
    n: String(nonce),
    c: clientSeed,
    h: commitment,
    ...(serverSeed === null ? {} : { s: serverSeed }),
  })
  return `${location.origin}/proof/${game}/${round}?${query}`
}

/** Inputs in a link; null without any, 'bad' if incomplete. */
export function readLink(game: string, query: URLSearchParams): ProofInputs | null | 'bad' {
  if (!query.has('h')) return null
  try {
    const nonce = Number(query.get('n'))
    const options: unknown = JSON.parse(query.get('o') ?? '')
    const actions: unknown = JSON.parse(query.get('a') ?? '[]')
    const isWhole = typeof options === 'object' && options !== null && Array.isArray(actions) && actions.length <= 100
    if (!isWhole || !Number.isInteger(nonce) || nonce < 0) return 'bad'
    return {
      game,
      options,
      actions,
      isCashedOut: query.get('out') === '1',
      nonce,
      clientSeed: query.get('c') ?? '',
      commitment: query.get('h') ?? '',
      serverSeed: query.get('s'),
    }
  } catch {
    // Not JSON: the link was truncated or changed.
    return 'bad'
  }
}

export async function fetchProof(
  game: string,
  round: string,
): Promise<(RoundProof & { log: LogAddresses }) | 'inPlay' | 'unknown' | 'failed'> {
  try {
    const response = await fetch(`/api/proof/${encodeURIComponent(game)}/${encodeURIComponent(round)}`)
    if (response.status === 409) return 'inPlay'
    if (response.status === 404) return 'unknown'
    return response.ok ? readJson<RoundProof & { log: LogAddresses }>(await response.text()) : 'failed'
  } catch {
    // No connection: the page offers a retry.
    return 'failed'
  }
}

/** Command line that does the same without a browser. */
export function fairCommand({ game, options, actions, nonce, clientSeed, serverSeed }: ProofInputs): string {
  const fields = fieldsOf(options)
  const extra =
    ['mines', 'rows', 'segments'].map((name) => (name in fields ? ` --${name} ${String(fields[name])}` : '')).join('') +
    (game === 'hilo' ? ` --cards ${actions.length + 1}` : game === 'blackjack' ? ' --cards 12' : '')
  return `npm run -s fair -- ${game} --server-seed ${serverSeed} --client-seed ${clientSeed} --nonce ${nonce}${extra}`
}
