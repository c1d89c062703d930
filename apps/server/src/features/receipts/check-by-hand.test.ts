import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hasTools, runPage } from '@dhow/receipts/testing/check-by-hand'
import { sampleChain } from '@dhow/receipts/testing/sample'
import { dhowCallHere } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorldWithSandbox } from '../../../test/sandbox.ts'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { ask, openWorld } from '../../../test/world.ts'

const hour = 3_600_000

let opened: Awaited<ReturnType<typeof openWorldWithSandbox>>
beforeAll(async () => {
  opened = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true }))
})
afterAll(() => opened.close())

/** Files of a player who deposited and played, from the portal, by their names in the document. */
async function playerFiles() {
  const { world } = opened
  const { receipts } = world.app.features
  const { commitment, round } = sampleChain()
  const { game, name, hash, chain } = commitment
  expect((await dhowCallHere(world, 'commit', { commitments: [{ game, name, hash, chain }] })).status).toBe(200)
  const player = await world.player({ balance: '100.00' })
  const from = new Date(world.clock.now().getTime() - hour).toJSON()
  await (await seatOf(world, player)).bet(1_000, 'checked-bet')
  for (let hours = 0; hours < 30; hours += 6) {
    world.clock.leap(6 * hour)
    await player.get('/player/statements')
  }
  await sequenceLog(world)
  expect(await receipts.liabilities.publish()).not.toEqual([])
  await receipts.sequence()
  // The witness may still be starting on a busy machine.
  await vi.waitFor(async () => {
    world.clock.leap(60_000)
    await receipts.witnesses.ask()
    const states = await receipts.witnesses.states()
    const players = states.find(({ log }) => log === 'players')
    expect(players?.size).toBe(players?.logSize)
    expect(players?.size).toBeGreaterThan(3)
  }, 25_000)

  const read = async (url: string) => {
    const { payload, statusCode } = await ask(world.app.portal, {
      url,
      headers: { authorization: `Bearer ${player.token()}` },
    })
    expect(statusCode, url).toBe(200)
    return payload
  }
  const postings = await world.db.kysely
    .selectFrom('ledger.postings')
    .select('id')
    .where('player_id', '=', player.id)
    .orderBy('id')
    .execute()
  const receiptOf = async (at: number): Promise<string> =>
    (await player.get(`/player/receipts/${postings.at(at)?.id}`)).json.receipt
  const { statement } = (
    await player.post('/player/statements', { from, to: new Date(Date.parse(from) + 3 * hour).toJSON() })
  ).json
  const statementFile = (file: string) => read(`/api/v1/dhow/player/statements/${statement.id}/${file}`)
  const proof = await read(`/api/v1/dhow/commitments/${commitment.provider}/${game}/${name}`)
  return {
    'policy.txt': await read('/log/policy'),
    'receipt.txt': await receiptOf(0),
    'last-receipt.txt': await receiptOf(-1),
    'statement.csv': await statementFile('entries.csv'),
    'statement.csv.note': await statementFile('entries.csv.note'),
    'liability.txt': (await player.get('/player/liabilities/share')).json.proof as string,
    'commitment.txt': proof.replace('\n', `\nround ${round.number} ${round.hash}\n`),
  }
}

/** Runs the document's commands on these files, and returns their output lines. */
function runOn(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-files-of-a-player-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { outputs, stderr } = runPage(folder)
  rmSync(folder, { recursive: true })
  return { stderr, outputs: outputs.map((output) => output.trimEnd().split('\n')) }
}

it.skipIf(!hasTools)('the commands of check-by-hand.md work on the files of a portal', async () => {
  const files = await playerFiles()
  const verified = 'Signature Verified Successfully'
  const { stderr, outputs } = runOn(files)
  expect(stderr).toBe('')
  const [names, entry, inLog, head, witness, statement, share, shareInLog, commitment, chain, places] = outputs
  expect(names).toEqual([expect.stringMatching(/^localhost:?\d*\/log \S+$/)])
  expect(entry).toEqual([
    ...Array.from({ length: 12 }, () => expect.any(String)),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
  expect(head).toEqual([verified])
  expect(witness?.[1]).toBe(verified)
  expect(statement?.[0]).toBe(verified)
  const pairs = [inLog, statement?.slice(1, 3), shareInLog, commitment?.slice(-2), chain]
  for (const [one, other] of pairs.map((pair) => pair ?? [])) {
    expect(one).toMatch(/^\S{44,64}$/)
    expect(one).toBe(other)
  }
  expect(statement?.slice(3)).toEqual(['opening 0 0 0 0 0', 'closing 2 9000 0 0 1000', '2 9000 0 0 1000'])
  expect(share).toEqual(['total 10000', expect.stringMatching(/^root /), 'total 10000', share?.[1]])
  const [committed, bet] = places ?? []
  expect(Number(committed)).toBeLessThan(Number(bet))

  const forged = { ...files, 'receipt.txt': files['receipt.txt'].replace('cash 10000 10000', 'cash 20000 20000') }
  const [, , [computed, signed] = []] = runOn(forged).outputs
  expect(computed).toMatch(/^\S{44}$/)
  expect(computed).not.toBe(signed)
})
