import { formatDecimal } from '@dhow/contract/money'
import type { FileRound, RoundsFile } from '@dhow/contract/rounds-file'
import { crashHundredths } from '@dhow/fairness/crash'
import { bytesOfText, fromHex, sha256, toHex } from '@dhow/fairness/sha256'
import { roundSeeds } from '@dhow/fairness/shoe'
import { expect, test } from 'vitest'
import { gameOf } from '../instant/games.ts'
import { payoutOf } from '../instant/rules.ts'
import { tableGameOf } from '../tables/games.ts'
import { checkRounds, reportOf } from './check-rounds.ts'

/** Invented correct rounds, of which each test changes one thing. */
const salt = 'the salt of this test'
const serverSeed = 'server seed of this test'
const commitment = toHex(sha256(bytesOfText(serverSeed)))
const hashes = [toHex(sha256(bytesOfText('the end')))]
for (let count = 0; count < 40; count++) hashes.push(toHex(sha256(fromHex(hashes.at(-1)!))))
hashes.reverse()
const end = hashes[0]!
const chainAt = (number: number) => ({ kind: 'chain' as const, hash: hashes[number]!, salt, number, end })

function made(
  slug: string,
  round_id: string,
  bets: [on: string | null, payout: bigint][],
  inputs: FileRound['inputs'],
) {
  const payout = bets.reduce((sum, [, paid]) => sum + paid, 0n)
  const stake = 500n * BigInt(bets.length)
  const round: FileRound = {
    id: `rnd_${round_id}`,
    game: slug,
    slug,
    provider: 'dhow-studio',
    round_id,
    stake: formatDecimal(stake),
    payout: formatDecimal(payout),
    net: formatDecimal(payout - stake),
    currency: 'NAD',
    state: 'settled',
    balance_after: '100.00',
    started_at: '2026-01-01T00:00:00.000Z',
    ended_at: '2026-01-01T00:00:09.000Z',
    proof_url: null,
    bets: bets.map(([on, paid], index) => ({
      id: `${round_id}.${index}`,
      stake: '5.00',
      payout: formatDecimal(paid),
      state: 'settled',
      on,
    })),
    inputs,
  }
  return round
}

function alone(slug: string, nonce: number, options: object, actions: object[], isCashedOut: boolean) {
  const clientSeed = 'client seed'
  const played = gameOf(slug)!.play({ serverSeed, clientSeed, nonce }, options, actions, isCashedOut)!
  expect(played.isOver).toBe(true)
  const inputs = {
    kind: 'seeds' as const,
    commitment,
    serverSeed,
    clientSeed,
    nonce,
    options,
    actions,
    isOut: isCashedOut,
  }
  return made(slug, `${slug}-${nonce}`, [[null, payoutOf(500n, played.multiplier)]], inputs)
}

function dealt(slug: string, number: number, field: string) {
  const table = tableGameOf(slug)!
  const outcome = table.draw(roundSeeds(hashes[number]!, salt, number))
  const paid = (500n * BigInt(table.returns(field, outcome))) / 100n
  return made(slug, `${slug}-1-${number}`, [[field, paid]], chainAt(number))
}

function flown(number: number) {
  const crash = crashHundredths(hashes[number]!, salt)
  const on = formatDecimal(crash)
  return made(
    'dhow',
    `dhow-1-${number}`,
    [
      [on, (500n * crash) / 100n],
      [null, 0n],
    ],
    chainAt(number),
  )
}

const rounds = () => [
  alone('dice', 1, { side: 'over', mark: 5050 }, [], false),
  alone('keno', 2, { risk: 'low', marked: [1, 2, 3] }, [], false),
  alone('mines', 3, { mines: 3 }, [], true),
  ...['dragontiger', 'baccarat', 'teenpatti', 'andarbahar', 'roulette'].map((slug, index) =>
    dealt(slug, 7 + index, tableGameOf(slug)!.fields[0]!),
  ),
  flown(20),
  flown(31),
]
const fileOf = (list: FileRound[]): string =>
  JSON.stringify({ format: 'dhow-rounds-2', made_at: '2026-01-02T00:00:00.000Z', rounds: list } satisfies RoundsFile)
const verdicts = (list: FileRound[]) => checkRounds(fileOf(list)).map(({ verdict }) => verdict)

test('every round of a genuine file is correct, in all games', () => {
  const checked = checkRounds(fileOf(rounds()))
  expect(checked.filter(({ verdict }) => verdict !== 'agrees')).toEqual([])
  expect(reportOf(checked)).toContain('10 rounds: 10 agree, 0 differ')
})

test('a file of the first format, with other action names, is read, too', () => {
  const first = fileOf(rounds()).replaceAll('"actions":', '"acts":').replace('dhow-rounds-2', 'dhow-rounds-1')
  expect(first).not.toBe(fileOf(rounds()))
  expect(checkRounds(first)).toEqual(checkRounds(fileOf(rounds())))
})

const forgeries: [string, number, (round: FileRound) => void, RegExp][] = [
  ['a payout', 0, (round) => (round.payout = '123.45'), /pays .*, not 123\.45/],
  ['a stake', 1, (round) => (round.stake = '1.00'), /bets are 5\.00, not 1\.00/],
  ['a net', 2, (round) => (round.net = '5.00'), /not 5\.00/],
  ['a server seed', 0, (round) => seeds(round, { serverSeed: 'another' }), /committed/],
  ['a nonce that makes no such payout', 0, (round) => otherNonce(round), /pays/],
  ['a bet that lay elsewhere', 3, (round) => (round.bets[0]!.on = 'nowhere'), /no field/],
  ['what a field paid', 4, (round) => (round.bets[0]!.payout = '77.77'), /pays/],
  ['a hash of another chain', 5, (round) => chainLink(round, { hash: 'ab'.repeat(32) }), /not on the chain/],
  ['the index of a hash', 6, (round) => chainLink(round, { number: 11 }), /not on the chain/],
  ['a cash-out after the end', 8, (round) => (round.bets[0]!.on = '99999.00'), /after the end/],
  ['a win of a bet that was not cashed out', 9, (round) => (round.bets[1]!.payout = '9.00'), /pays 0\.00, not 9\.00/],
]
const seeds = (round: FileRound, change: object) =>
  (round.inputs = { ...round.inputs, ...change } as FileRound['inputs'])
const chainLink = seeds
function otherNonce(round: FileRound) {
  for (let nonce = 100; ; nonce++) {
    const other = alone('dice', nonce, { side: 'over', mark: 5050 }, [], false)
    if (other.payout !== round.payout) return seeds(round, { nonce })
  }
}

test.each(forgeries)('a forged %s is found, and nothing else', (_, at, forge, why) => {
  const list = rounds()
  forge(list[at]!)
  const checked = checkRounds(fileOf(list))
  expect(checked.flatMap(({ verdict }, index) => (verdict === 'agrees' ? [] : [[index, verdict]]))).toEqual([
    [at, 'differs'],
  ])
  expect(checked[at]!.words).toMatch(why)
})

test('uncheckable rounds are neither right nor wrong', () => {
  const [hidden, open, foreign, paidEarly] = rounds() as [FileRound, FileRound, FileRound, FileRound]
  seeds(hidden, { serverSeed: null })
  open.state = 'open'
  foreign.inputs = null
  paidEarly.inputs = { kind: 'in_play' }
  expect(verdicts([hidden, open, foreign, paidEarly])).toEqual(['open', 'open', 'none', 'open'])
  expect(() => checkRounds('[]')).toThrow(RangeError)
  expect(() => checkRounds('not JSON')).toThrow(RangeError)
})
