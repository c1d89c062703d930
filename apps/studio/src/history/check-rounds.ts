import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { readEarlierInputs, roundsFile, type FileRound, type RoundInputs } from '@dhow/contract/rounds-file'
import { crashHundredths, hundredthsText } from '@dhow/fairness/crash'
import { bytesOfText, sha256, toHex } from '@dhow/fairness/sha256'
import { roundSeeds } from '@dhow/fairness/shoe'
import { createHash } from 'node:crypto'
import { gameOf } from '../instant/games.ts'
import { payoutOf } from '../instant/rules.ts'
import { tableGameOf } from '../tables/games.ts'
import { payoutOf as payoutOnField } from '../tables/rules.ts'

/** Result of checking one round: `open` cannot be checked yet, `none` has no proof. */
export interface CheckedRound {
  round: FileRound
  verdict: 'agrees' | 'differs' | 'open' | 'none'
  /** Text with the difference, the finding or the missing input. */
  words: string
}

const highest = 1_000_000n

/** Recomputes every round of a file from its inputs; reads nothing else. @throws RangeError for other files */
export function checkRounds(text: string): CheckedRound[] {
  const read = roundsFile.safeParse(parseJson(text))
  if (!read.success) throw new RangeError('this is not a file of rounds; download it from the game history')
  const chains = openChains(read.data.rounds)
  return read.data.rounds.map((round) => {
    const { inputs } = round
    if (round.state === 'open') return { round, verdict: 'open', words: 'still in play' }
    if (round.state === 'rolled_back') return checked(round, 0n, 'every stake came back')
    if (!inputs) return { round, verdict: 'none', words: 'its provider gives nothing to check it by' }
    if (inputs.kind === 'in_play') return { round, verdict: 'open', words: 'not over for everybody yet' }
    if (inputs.kind === 'chain')
      return chains.hashToChainEnd(inputs) ? shared(round, inputs) : differs(round, 'the hash is not on the chain')
    if (inputs.serverSeed === null)
      return { round, verdict: 'open', words: 'the server seed is shown after you change seeds' }
    return alone(round, { ...inputs, serverSeed: inputs.serverSeed })
  })
}

/** Text report: a line for each round, and the totals. */
export function reportOf(checked: CheckedRound[]): string {
  const signs = { agrees: 'ok    ', differs: 'WRONG ', open: 'later ', none: '--    ' }
  const lines = checked.map(
    ({ round, verdict, words }) =>
      `${signs[verdict]}${round.started_at}  ${round.game}  ${round.round_id}  ${round.stake} -> ${round.payout}  ${words}`,
  )
  const count = (wanted: CheckedRound['verdict']) => checked.filter(({ verdict }) => verdict === wanted).length
  const ends = new Set(
    checked.flatMap(({ round: { slug, inputs } }) => (inputs?.kind === 'chain' ? [`${slug} ${inputs.end}`] : [])),
  )
  return [
    ...lines,
    `${checked.length} rounds: ${count('agrees')} agree, ${count('differs')} differ, ${count('open')} cannot be checked yet, ${count('none')} have nothing to check by.`,
    ...[...ends].map((end) => `Compare with the chain's end that was published before its first round: ${end}`),
    '',
  ].join('\n')
}

function alone(round: FileRound, inputs: Seeds): CheckedRound {
  const { serverSeed, clientSeed, nonce, isOut } = inputs
  if (toHex(sha256(bytesOfText(serverSeed))) !== inputs.commitment)
    return differs(round, 'the server seed is not the one that was committed to')
  const game = gameOf(round.slug)
  const options = game?.readOptions(inputs.options)
  const actions = inputs.actions.map((action) => game?.readAction(action)).filter((action) => action !== undefined)
  const played =
    game && options && actions.length === inputs.actions.length
      ? game.play({ serverSeed, clientSeed, nonce }, options, actions, isOut)
      : undefined
  if (!played?.isOver) return differs(round, 'these seeds, options and actions make no whole round')
  const payout = round.bets.filter(isKept).reduce((sum, bet) => sum + payoutOf(minor(bet.stake), played.multiplier), 0n)
  // A free round pays at most what its grant had left, which the file does not contain.
  const due = round.free_stake !== undefined && minor(round.payout) < payout ? minor(round.payout) : payout
  return checked(round, due, `${(played.multiplier / 10_000).toFixed(4)} times the stake`)
}

type Seeds = Extract<RoundInputs, { kind: 'seeds' }> & { serverSeed: string }
type Place = Extract<RoundInputs, { kind: 'chain' }>

function shared(round: FileRound, { hash, salt, number }: Place): CheckedRound {
  const table = tableGameOf(round.slug)
  if (!table && round.slug !== 'dhow') return differs(round, `there is no shared game '${round.slug}'`)
  const outcome = table?.draw(roundSeeds(hash, salt, number))
  const crash = crashHundredths(hash, salt)
  let payout = 0n
  for (const { id, stake, on, payout: paid, state } of round.bets) {
    if (state === 'rolled_back') continue
    const field = table?.fields.find((name) => name === on)
    if (table && field === undefined) return differs(round, `bet ${id} lies on no field`)
    const due =
      table && field !== undefined
        ? payoutOnField(minor(stake), table.returns(field, outcome))
        : on === null
          ? 0n
          : (minor(stake) * minor(on)) / 100n
    if (!table && on !== null && minor(on) > (crash < highest ? crash : highest))
      return differs(round, `bet ${id} was cashed out at ${on}, after the end at ${hundredthsText(crash)}`)
    if (due !== minor(paid)) return differs(round, `bet ${id} pays ${formatDecimal(due)}, not ${paid}`)
    payout += due
  }
  return checked(round, payout, table ? table.result(outcome) : `ended at ${hundredthsText(crash)}`)
}

/** Compares a round's stake and payout with its bets. */
function checked(round: FileRound, payout: bigint, words: string): CheckedRound {
  const sumOf = (bets: FileRound['bets']) => bets.reduce((sum, { stake }) => sum + minor(stake), 0n)
  // In a free round the stake excludes returned bets.
  const isFree = round.free_stake !== undefined
  const staked = sumOf(isFree ? round.bets.filter(isKept) : round.bets)
  const stake = round.free_stake ?? round.stake
  if (staked !== minor(stake)) return differs(round, `its bets are ${formatDecimal(staked)}, not ${stake}`)
  if (payout !== minor(round.payout)) return differs(round, `it pays ${formatDecimal(payout)}, not ${round.payout}`)
  const net = payout - (isFree ? 0n : sumOf(round.bets.filter(isKept)))
  if (formatDecimal(net) !== round.net) return differs(round, `it changed ${formatDecimal(net)}, not ${round.net}`)
  return { round, verdict: 'agrees', words }
}

const differs = (round: FileRound, words: string): CheckedRound => ({ round, verdict: 'differs', words })
const isKept = ({ state }: { state: string }): boolean => state !== 'rolled_back'

function minor(text: string): bigint {
  const read = parseAmount(text)
  if (read === undefined) throw new RangeError(`'${text}' is not an amount`)
  return read
}

/**
 * Rounds of one chain share a sequence of hashes, so it is computed once, from the newest round through the others to the published end, for any
 * number of rounds.
 */
function openChains(rounds: FileRound[]) {
  const places = rounds.flatMap(({ inputs }) => (inputs?.kind === 'chain' ? [inputs] : []))
  const good = new Set<string>()
  const keyOf = ({ end, hash, number }: Place) => `${end} ${number} ${hash}`
  for (const end of new Set(places.map((link) => link.end))) {
    const own = places.filter((link) => link.end === end).sort((a, b) => a.number - b.number)
    // From the end upwards: a round is valid if it hashes to an earlier valid one.
    let below: { number: number; hash: string } = { number: 0, hash: end.toLowerCase() }
    for (const link of own) {
      let bytes: Buffer = Buffer.from(link.hash, 'hex')
      for (let step = link.number; step > below.number; step--) bytes = createHash('sha256').update(bytes).digest()
      if (bytes.toString('hex') !== below.hash) continue
      good.add(keyOf(link))
      below = { number: link.number, hash: link.hash.toLowerCase() }
    }
  }
  return { hashToChainEnd: (link: Place) => good.has(keyOf(link)) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, readEarlierInputs)
  } catch {
    // Same error as for other JSON.
    return undefined
  }
}
