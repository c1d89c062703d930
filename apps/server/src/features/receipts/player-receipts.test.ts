import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { followEntries } from '@dhow/receipts/account-chain'
import { runReceipt } from '@dhow/receipts/cli'
import { noBalances, noEntry } from '@dhow/receipts/entry'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { ask, openWorld, type World } from '../../../test/world.ts'

let world: World
let player: Awaited<ReturnType<World['player']>>
let stranger: typeof player

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  player = await world.player()
  stranger = await world.player()
  for (const amount of ['1.00', '2.50', '0.01']) {
    await world.fund(player.id, amount)
    await world.fund(stranger.id, amount)
  }
})
afterAll(() => world.close())

const postingsOf = async (playerId: string) => {
  const { db } = world
  const rows = await db.kysely
    .selectFrom('ledger.postings')
    .select('id')
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => String(id))
}

/** Receipt of a posting, once it is in the log. */
const receiptOf = (posting: string, of = player) =>
  vi.waitFor(async () => {
    await world.app.features.receipts.sequence()
    const answer = await of.get(`/player/receipts/${posting}`)
    expect(answer.status).toBe(200)
    return answer.json
  }, 10_000)

/** Policy with the log's published keys, as recorded by a verifier. */
async function policyOf() {
  const keys = (await ask(world.app.portal, { url: '/log/keys' })).payload.trimEnd().split('\n')
  return `${keys.map((line) => `log ${line.split(' ')[0]}`).join('\n')}\nquorum none\n`
}

describe('a receipt', () => {
  it('is refused before its posting is in the log, with the time to retry', async () => {
    const [first = ''] = await postingsOf(player.id)
    const answer = await player.get(`/player/receipts/${first}`)
    expect(answer).toMatchObject({ status: 409, json: { code: 'receipt_pending', data: { retry_after_s: 3 } } })
    expect(answer.headers['retry-after']).toBe('3')
  })

  it('proves to anybody that the entry is in the log', async () => {
    const postings = await postingsOf(player.id)
    const receipts = []
    for (const posting of postings) receipts.push((await receiptOf(posting)).receipt)
    const policy = parsePolicy(await policyOf())
    expect(receipts.map((receipt) => verifyReceipt(receipt, policy).entry.posting)).toEqual(postings)
  })

  it('is returned with its parts, and all entries’ parts are without gaps', async () => {
    const policy = parsePolicy(await policyOf())
    const entries = []
    for (const posting of await postingsOf(player.id)) {
      const answer = await receiptOf(posting)
      const { salt, entry, entryText, proofText } = verifyReceipt(answer.receipt, policy)
      expect(answer).toMatchObject({
        posting,
        entry: entryText,
        proof: proofText,
        salt: Buffer.from(salt).toString('base64'),
      })
      entries.push({ salt, entry })
    }
    const start = { account: player.id, currency: 'NAD', number: 0, commitment: noEntry, at: '', balances: noBalances }
    expect(followEntries(start, entries)).toMatchObject({ number: 3, balances: { ...noBalances, cash: 351n } })
  })

  it('is verified by the receipt command, as text and page; a changed amount is refused', async () => {
    const [first = ''] = await postingsOf(player.id)
    const { receipt } = await receiptOf(first)
    const page = await ask(world.app.portal, {
      url: `/api/v1/dhow/player/receipts/${first}/page`,
      headers: { authorization: `Bearer ${player.token()}` },
    })
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': expect.stringContaining(`dhow-receipt-${first}.html`),
    })
    const files: Record<string, string> = {
      text: receipt,
      page: page.payload,
      changed: receipt.replace('cash 100 100', 'cash 900 900'),
      policy: await policyOf(),
    }
    const verify = (name: string) => {
      let output = ''
      const print = (text: string) => void (output += text)
      const readFile = (path: string) => Buffer.from(files[path] ?? '')
      return [runReceipt(['verify', name, '--policy', 'policy'], { readFile, print, complain: print }), output]
    }
    expect(verify('text')).toEqual([0, expect.stringContaining('cash: +1.00 NAD → 1.00 NAD')])
    expect(verify('page')).toEqual(verify('text'))
    expect(verify('changed')).toEqual([1, expect.stringContaining('proof-root-differs')])
  })

  it('of another player is not found, with the same answer as for a missing one', async () => {
    const [first = ''] = await postingsOf(stranger.id)
    await receiptOf(first, stranger)
    const [others, none, house] = await Promise.all([
      player.get(`/player/receipts/${first}`),
      player.get('/player/receipts/999999999999999999'),
      player.get('/player/receipts/0'),
    ])
    expect(others.status).toBe(404)
    expect(others.json).toEqual(none.json)
    expect(house.status).toBe(404)
  })

  it('needs a signed-in player', async () => {
    const [first = ''] = await postingsOf(player.id)
    expect((await ask(world.app.portal, { url: `/api/v1/dhow/player/receipts/${first}` })).statusCode).toBe(401)
  })
})
