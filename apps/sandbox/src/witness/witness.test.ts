import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addCosignatures, formatAddCheckpoint, parseWitnessSize } from '@dhow/receipts/add-checkpoint'
import { signCheckpoint } from '@dhow/receipts/checkpoint'
import { leafHash, rootOf } from '@dhow/receipts/merkle'
import { proveConsistency } from '@dhow/receipts/merkle-proof'
import { openWitnessedCheckpoint, parsePolicy } from '@dhow/receipts/policy'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { openHeads } from './heads.ts'
import { openWitnessServer } from './server.ts'
import { signerOfSeed } from './signer.ts'

const origin = 'portal.example/log'
const signerOf = (name: string, type = 1) => signerOfSeed(name, Buffer.alloc(32, `${name} ${type}`), type)
const [log, stranger, witness] = [signerOf(origin), signerOf('stranger.example'), signerOf('witness.example', 4)]
const policy = parsePolicy(`log ${formatVerifierKey(log.key)}\nwitness w ${formatVerifierKey(witness.key)}\nquorum w\n`)
const folder = mkdtempSync(join(tmpdir(), 'dhow-witness-'))

/** A log whose entries follow from its name, so that two names give two contradicting logs. */
function logNamed(name: string) {
  const leaves = Array.from({ length: 20 }, (_, at) => leafHash(Buffer.from(at < 3 ? `${at}` : `${name} ${at}`)))
  const root = (size: number) => rootOf(leaves.slice(0, size))
  const head = (size: number, signer = log, ofLog = origin) =>
    signCheckpoint({ origin: ofLog, size, root: root(size) }, signer)
  const proof = (oldSize: number, size: number) =>
    proveConsistency(oldSize, size, ({ level, index }) =>
      rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    )
  return {
    head,
    proof,
    request: (oldSize: number, size: number, checkpoint = head(size)) =>
      formatAddCheckpoint({ oldSize, proof: proof(oldSize, size), checkpoint }),
  }
}
const [truth, other] = [logNamed('one'), logNamed('other')]

let server: FastifyInstance
let address: string
let heads: string
async function start() {
  server = openWitnessServer({
    signer: witness,
    heads: openHeads(heads),
    keysOf: async (of) => (of === origin ? [log.key] : []),
    now: () => new Date('2026-11-26T00:00:00Z'),
  })
  address = await server.listen({ host: '127.0.0.1', port: 0 })
}
beforeEach(async () => {
  heads = mkdtempSync(join(folder, 'heads-'))
  await start()
})
afterEach(async () => {
  await server.close()
  rmSync(heads, { recursive: true })
})

async function ask(body: string | Uint8Array) {
  const answer = await fetch(`${address}/add-checkpoint`, { method: 'POST', body: Buffer.from(body) })
  const { status, headers } = answer
  return { status, type: headers.get('content-type'), reason: headers.get('x-refused'), text: await answer.text() }
}

describe('the witness', () => {
  it('cosigns the first head of a log and each consistent one after it, so that a policy is reached', async () => {
    for (const [oldSize, size] of [
      [0, 5],
      [5, 9],
      [9, 9],
    ] as const) {
      const { status, text } = await ask(truth.request(oldSize, size))
      expect(status).toBe(200)
      const cosigned = addCosignatures(truth.head(size), text, [witness.key])
      expect(openWitnessedCheckpoint(cosigned, policy)).toMatchObject({ size, cosignedBy: ['w'] })
    }
  })

  const hash = 'A'.repeat(43) + '='
  const refusals: [name: string, status: number, reason: string, body: string | Uint8Array][] = [
    ['bytes that are no text', 400, 'not-utf8', Uint8Array.of(0xff)],
    ['no head', 400, 'add-checkpoint-without-checkpoint', 'old 5\n'],
    ['no old size', 400, 'add-checkpoint-old-size-malformed', truth.request(5, 9).replace('old 5', 'old five')],
    [
      'too many hashes',
      400,
      'add-checkpoint-too-many-hashes',
      truth.request(5, 9).replace('\n\n', `\n${`${hash}\n`.repeat(64)}\n`),
    ],
    ['a hash that is none', 400, 'add-checkpoint-hash-malformed', truth.request(5, 9).replace('old 5', 'old 5\nA')],
    ['a head without signatures', 400, 'note-without-signatures', `old 5\n\n${origin}\n9\n${hash}\n`],
    [
      'a head that shrinks',
      400,
      'old-size-beyond-head',
      formatAddCheckpoint({ oldSize: 5, proof: [], checkpoint: truth.head(4) }),
    ],
    ['another log', 404, 'log-unknown', truth.request(5, 9, truth.head(9, stranger, 'stranger.example'))],
    ['a head that a stranger signed', 403, 'note-not-signed', truth.request(5, 9, truth.head(9, stranger))],
    [
      'a signature that does not fit',
      403,
      'note-signature-wrong',
      truth.request(5, 9, truth.head(9).replace(`${origin}\n9`, `${origin}\n8`)),
    ],
    ['another old size', 409, 'size-differs', truth.request(3, 9)],
    ['another head of the same size', 409, 'consistency-roots-differ', other.request(5, 5)],
    ['another past', 422, 'consistency-old-root-differs', other.request(5, 9)],
    [
      'a hash left out',
      422,
      'consistency-proof-too-short',
      formatAddCheckpoint({ oldSize: 5, proof: truth.proof(5, 9).slice(0, -1), checkpoint: truth.head(9) }),
    ],
    [
      'a hash too many',
      422,
      'consistency-proof-too-long',
      formatAddCheckpoint({ oldSize: 5, proof: [...truth.proof(5, 9), Buffer.alloc(32)], checkpoint: truth.head(9) }),
    ],
  ]
  it.each(refusals)('refuses %s with %i and reason %s, and keeps its head', async (_name, status, reason, body) => {
    await ask(truth.request(0, 5))
    const answer = await ask(body)
    expect(answer).toMatchObject({ status, reason })
    if (status === 409) {
      expect(answer.type).toBe('text/x.tlog.size')
      expect(parseWitnessSize(answer.text)).toBe(5)
    }
    expect((await ask(truth.request(5, 9))).status).toBe(200)
  })

  it('refuses a body longer than any request', async () => {
    expect((await ask('x'.repeat(100_000))).status).toBe(413)
  })

  it('cosigns one of two contradicting heads that arrive at once', async () => {
    await ask(truth.request(0, 3))
    const answers = await Promise.all([truth, other, truth, other].map((one, at) => ask(one.request(3, 5 + at))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('continues after a restart from its last cosigned head', async () => {
    await ask(truth.request(0, 5))
    await server.close()
    await start()
    expect(await ask(other.request(5, 9))).toMatchObject({ status: 422 })
    expect(await ask(other.request(0, 9))).toMatchObject({ status: 409, text: '5\n' })
    expect((await ask(truth.request(5, 9))).status).toBe(200)
  })
})
