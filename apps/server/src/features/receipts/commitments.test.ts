import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runReceipt } from '@dhow/receipts/cli'
import { sampleChain, sampleSeed } from '@dhow/receipts/testing/sample'
import { dhowCallHere } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

const commit = (...commitments: object[]) => dhowCallHere(world, 'commit', { commitments })
const proofOf = (path: string) => ask(world.app.portal, { url: `/api/v1/dhow/commitments/${path}` })
const { commitment: chain, round } = sampleChain()
const { commitment: seed, round: opened } = sampleSeed()
const asked = ({ game, name, hash, chain: more }: typeof chain) => ({
  game,
  name,
  hash,
  ...(more ? { chain: more } : {}),
})

/** Runs the receipt command on files, trusting the log's published key. */
async function check(files: Record<string, string>, ...names: string[]) {
  const policy = `log ${(await ask(world.app.portal, { url: '/log/keys' })).payload.split(' ')[0]}\nquorum none\n`
  let output = ''
  const print = (text: string) => void (output += text)
  const readFile = (path: string) => Buffer.from({ ...files, policy }[path] ?? '')
  const code = runReceipt(['commitment', ...names, '--policy', 'policy'], { readFile, print, complain: print })
  return [code, output]
}

describe('a provider’s commitments', () => {
  it('are in a signed head of the log before the answer, and a repeat returns their positions', async () => {
    const first = await commit(asked(chain), asked(seed))
    expect(first).toMatchObject({ status: 200, json: { code: 'ok' } })
    const head = (await ask(world.app.portal, { url: '/log/checkpoint' })).payload.split('\n')
    expect(Math.max(...first.json.places)).toBeLessThan(Number(head[1]))
    expect((await commit(asked(seed), asked(chain))).json.places).toEqual(first.json.places.toReversed())
    const many = await Promise.all([1, 2, 3, 4].map((name) => commit({ ...asked(seed), name: `pair-${name}` })))
    expect(new Set(many.map(({ json }) => json.places[0])).size).toBe(4)
  })

  it('can be verified by anybody, with the round and the later bet', async () => {
    const player = await world.player({ balance: '100.00' })
    await (await seatOf(world, player)).bet(1_000, 'committed-bet')
    await sequenceLog(world)
    const [line] = (await player.get('/player/game-history')).json.data
    const [bet] = (await player.get(`/player/receipts?of=${line.id}`)).json.movements
    const { receipt } = (await player.get(`/player/receipts/${bet.posting}`)).json
    const { payload, headers } = await proofOf('dhow-studio/dhow/dhow-1')
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'content-type': 'text/plain; charset=utf-8' })
    const proof = payload.replace('\n', `\nround ${round.number} ${round.hash}\n`)
    expect(await check({ proof, receipt }, 'proof', 'receipt')).toEqual([
      0,
      expect.stringContaining(`round of the chain: 3\n`),
    ])
    const seedProof = (await proofOf('dhow-studio/dice/pair_1')).payload
    const withSeed = seedProof.replace('\n', `\nserver-seed ${opened.serverSeed}\n`)
    expect(await check({ proof: withSeed }, 'proof')).toEqual([0, expect.stringContaining('server seed: ')])
  })

  it('cannot be swapped: the log refuses a second chain of the name, and a round of another chain is detected', async () => {
    const swapped = { ...asked(chain), hash: 'ab'.repeat(32) }
    expect((await commit(swapped)).json).toEqual({ code: 'duplicate_transaction' })
    expect((await commit({ ...asked(chain), chain: { salt: 'another', rounds: 10 } })).json.code).toBe(
      'duplicate_transaction',
    )
    // If one commitment of a call is refused, none is stored.
    expect((await commit({ ...asked(seed), name: 'pair_9' }, swapped)).json.code).toBe('duplicate_transaction')
    expect((await proofOf('dhow-studio/dice/pair_9')).statusCode).toBe(404)

    const { payload } = await proofOf('dhow-studio/dhow/dhow-1')
    const other = payload.replace('\n', `\nround 3 ${'cd'.repeat(32)}\n`)
    expect(await check({ proof: other }, 'proof')).toEqual([1, expect.stringContaining('commitment-of-other-round')])
    const rewritten = payload.replace(/chain .*/, `chain ${'ab'.repeat(32)}`)
    expect(await check({ proof: rewritten }, 'proof')).toEqual([1, expect.stringContaining('proof-root-differs')])
  })

  it('after a bet are detected', async () => {
    const player = await world.player({ balance: '100.00' })
    await (await seatOf(world, player)).bet(1_000, 'early-bet')
    await sequenceLog(world)
    const [line] = (await player.get('/player/game-history')).json.data
    const [bet] = (await player.get(`/player/receipts?of=${line.id}`)).json.movements
    const { receipt } = (await player.get(`/player/receipts/${bet.posting}`)).json
    await commit({ ...asked(seed), name: 'pair_late' })
    const proof = (await proofOf('dhow-studio/dice/pair_late')).payload
    expect(await check({ proof, receipt }, 'proof', 'receipt')).toEqual([
      1,
      expect.stringContaining('commitment-after-bet'),
    ])
  })

  it('must be the provider’s own, signed and well formed', async () => {
    for (const wrong of [
      { ...asked(seed), hash: 'AB'.repeat(32) },
      { ...asked(seed), name: '' },
      { ...asked(chain), chain: { salt: '', rounds: 10 } },
      { ...asked(chain), name: 'dhow-2', chain: { salt: '☸'.repeat(100), rounds: 10 } },
      { ...asked(chain), chain: { salt: 'x', rounds: 0 } },
    ])
      expect((await commit(wrong)).json).toEqual({ code: 'request_malformed' })
    expect((await commit()).json.code).toBe('request_malformed')
    const unsigned = await world.visitor().post('/gateway/dhow/commit', { commitments: [asked(seed)] })
    expect(unsigned).toMatchObject({ status: 401, json: { code: 'signature_invalid' } })
    expect((await proofOf('other-studio/dhow/dhow-1')).statusCode).toBe(404)
    expect((await proofOf('dhow-studio/dhow/..')).statusCode).toBe(404)
  })
})
