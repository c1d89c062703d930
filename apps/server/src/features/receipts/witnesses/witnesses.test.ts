import type { OperatorText } from '@dhow/contract/operator-texts'
import { execFileSync } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMetrics } from '@dhow/platform/metrics'
import {
  formatAddCheckpoint,
  formatWitnessSize,
  parseAddCheckpoint,
  sizeMediaType,
} from '@dhow/receipts/add-checkpoint'
import { openCheckpoint, parseCheckpoint, type SignedCheckpoint } from '@dhow/receipts/checkpoint'
import { emptyRoot, verifyConsistency } from '@dhow/receipts/merkle'
import { cosign, parseNote } from '@dhow/receipts/note'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { findGo } from '@dhow/receipts/testing/find-go'
import { VerificationError } from '@dhow/receipts/verification-error'
import { formatVerifierKey, parseVerifierKey } from '@dhow/receipts/verifier-key'
import { eventually } from '../../../../test/sandbox.ts'
import { sequenceLog } from '../../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../../test/world.ts'
import { recordMetrics } from '../../../record-metrics.ts'
import { signerOfSeed } from '../../../platform/note-signer.ts'
import { readConsistency } from '../read-proofs.ts'

const folder = mkdtempSync(join(tmpdir(), 'dhow-witnesses-'))
const metrics = openMetrics('server', '1', () => undefined)

/** A witness whose next answers a test sets; by default it cosigns every consistent head. */
async function openWitness(name: string) {
  const signer = signerOfSeed(`witness.example/${name}`, 4, Buffer.alloc(32, name))
  let head: Pick<SignedCheckpoint, 'size' | 'root'> = { size: 0, root: emptyRoot }
  let answer: ((response: ServerResponse) => void) | undefined
  let requests = 0
  const cosigned = (body: string): { status: number; type?: string; text: string } => {
    const { oldSize, proof, checkpoint } = parseAddCheckpoint(body)
    const { text } = parseNote(checkpoint)
    const next = parseCheckpoint(text)
    if (oldSize !== head.size) return { status: 409, type: sizeMediaType, text: formatWitnessSize(head.size) }
    verifyConsistency(head, next, proof)
    head = next
    return { status: 200, text: cosign(text, signer, 1_795_536_000n) }
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    requests++
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (answer) return answer(response)
    const { status, type = 'text/plain', text } = cosigned(body)
    response.writeHead(status, { 'content-type': type }).end(text)
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    line: `witness ${name} ${formatVerifierKey(signer.key)} http://127.0.0.1:${port}`,
    signer,
    requests: () => requests,
    head: () => head,
    answers: (next: typeof answer) => void (answer = next),
    setHead: (next: typeof head) => void (head = next),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const status =
  (code: number, text = '') =>
  (response: ServerResponse) =>
    void response.writeHead(code).end(text)

let world: World
let player: Awaited<ReturnType<World['player']>>
let boss: Awaited<ReturnType<World['operator']>>
let one: Awaited<ReturnType<typeof openWitness>>
let two: Awaited<ReturnType<typeof openWitness>>

beforeAll(async () => {
  ;[one, two] = [await openWitness('one'), await openWitness('two')]
  const path = join(folder, 'policy')
  writeFileSync(path, `# Both have to cosign.\n${one.line}\n${two.line}\ngroup both all one two\nquorum both\n`)
  world = await openWorld({ LOG_POLICY: path }, { withoutJobs: true })
  recordMetrics(metrics, world.platform, world.app.features)
  player = await world.player()
  boss = await world.operator('admin')
})
afterAll(async () => {
  await world.close()
  one.close()
  two.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  one.answers(undefined)
  two.answers(undefined)
})

const witnesses = () => world.app.features.receipts.witnesses
const textOf = async (path: string) => (await ask(world.app.portal, { url: `/log/${path}` })).payload
const policyOf = async () => parsePolicy(await textOf('policy'))
const stateOf = async (name: string) => (await witnesses().states()).find((state) => state.name === name)

/** Posts once and waits until it is in the log; returns the posting. */
async function post(): Promise<string> {
  await world.fund(player.id, '1.00')
  await sequenceLog(world)
  const { id } = await world.db.kysely
    .selectFrom('ledger.postings')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return String(id)
}
const receiptOf = async (posting: string): Promise<string> =>
  (await player.get(`/player/receipts/${posting}`)).json.receipt
const headAt = async (checkpoint: string) =>
  openCheckpoint(
    checkpoint,
    (await policyOf()).logs.map(({ key }) => key),
  )
const headOf = async () => headAt(await textOf('checkpoint'))

const ofWitnessTwo = ({ name: { code, params } }: { name: OperatorText }) =>
  code === 'service_witness' && params['name'] === 'two' && params['log'] === 'players'

/** Asks again after the pause that follows a fault. */
async function askLater() {
  world.clock.leap(60_000)
  await witnesses().ask()
}

function reasonOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof VerificationError) return error.reason
    throw error
  }
  return 'accepted'
}

describe('witnesses', () => {
  it('cosign a new head, which is served with their lines and used in receipts, as the policy requires', async () => {
    const posting = await post()
    const before = await receiptOf(posting)
    const policy = await policyOf()
    expect(reasonOf(() => verifyReceipt(before, policy))).toBe('quorum-not-reached')
    await witnesses().ask()
    const { checkpoint } = verifyReceipt(await receiptOf(posting), policy)
    expect([checkpoint.size, checkpoint.cosignedBy]).toEqual([1, ['one', 'two']])
    const served = openCheckpoint(
      await textOf('checkpoint'),
      policy.logs.map(({ key }) => key),
      policy.witnesses.map(({ key }) => key),
    )
    expect(served.note.signedBy).toHaveLength(3)
  })

  it('are asked once about each head', async () => {
    const before = one.requests()
    await witnesses().ask()
    await witnesses().ask()
    expect(one.requests()).toBe(before)
    await post()
    await Promise.all([witnesses().ask(), witnesses().ask()])
    expect(one.requests()).toBe(before + 1)
  })

  it('are published without their URLs', async () => {
    const lines = (await textOf('policy')).split('\n')
    const [key = ''] = (await textOf('keys')).split(' ')
    expect(lines).toEqual([
      `log ${key}`,
      one.line.split(' ').slice(0, 3).join(' '),
      two.line.split(' ').slice(0, 3).join(' '),
      'group both all one two',
      'quorum both',
      '',
    ])
    expect(parseVerifierKey(key).name).toBe('localhost:8080/log')
  })

  it('that is behind is asked from the size that it names', async () => {
    const old = one.head()
    await post()
    await witnesses().ask()
    one.setHead(old)
    await post()
    const before = one.requests()
    await witnesses().ask()
    expect(one.requests()).toBe(before + 2)
    expect(one.head().size).toBe((await headOf()).size)
  })

  it('that is unavailable delays only its cosignature', async () => {
    const covered = await post()
    await witnesses().ask()
    const { size } = await headOf()
    two.answers((response) => response.destroy())
    const posting = await post()
    await witnesses().ask()
    // The new entry has its receipt, with the head and the one cosignature that exist.
    const policy = await policyOf()
    const uncovered = await receiptOf(posting)
    expect(reasonOf(() => verifyReceipt(uncovered, policy))).toBe('quorum-not-reached')
    const lenient = { ...policy, quorum: 'none' as const }
    expect(verifyReceipt(uncovered, lenient).checkpoint).toMatchObject({ size: size + 1, cosignedBy: ['one'] })
    // Older ones use the last head that both have cosigned.
    expect(verifyReceipt(await receiptOf(covered), policy).checkpoint.size).toBe(size)
    two.answers(undefined)
    await askLater()
    expect(verifyReceipt(await receiptOf(posting), policy).checkpoint.size).toBe(size + 1)
  })

  it('that is slow delays no other witness, entry or transaction', async () => {
    let late: ServerResponse | undefined
    const asked = new Promise<void>((resolve) =>
      two.answers((response) => {
        late = response
        resolve()
      }),
    )
    const first = await post()
    const asking = witnesses().ask()
    await asked
    const { size } = await headOf()
    await eventually(
      () => stateOf('one'),
      (state) => state?.size === size,
    )
    await post()
    await witnesses().ask()
    const policy = { ...(await policyOf()), quorum: 'none' as const }
    expect(verifyReceipt(await receiptOf(first), policy).checkpoint.cosignedBy).toEqual(['one'])
    expect(one.head().size).toBe((await headOf()).size)
    late?.writeHead(503).end()
    await asking
    expect(await stateOf('two')).toMatchObject({ failures: 1 })
    two.answers(undefined)
    await askLater()
    expect(await stateOf('two')).toMatchObject({ failures: 0, fault: null })
  })

  it.each([
    [400, 'request'],
    [403, 'signature'],
    [404, 'log'],
    [409, 'conflict'],
    [422, 'proof'],
    [500, 'status'],
  ])(
    'that answers %i is shown with why, on the health page and in the metrics, and asked again',
    async (code, fault) => {
      two.answers(status(code))
      await post()
      await witnesses().ask()
      expect(await stateOf('two')).toMatchObject({ failures: 1, fault })
      const { services } = (await boss.get('/staff/health')).json
      const row = services.find(ofWitnessTwo)
      expect(row).toMatchObject({ ok: false, text: { code: 'health_witness', params: { fault } } })
      expect(await metrics.text()).toContain('dhow_witness_failures{log="players",witness="two"} 1')
      expect(await metrics.text()).toContain('dhow_witness_behind{log="players",witness="two"} 1')
      // Not before the pause is over.
      const before = two.requests()
      await witnesses().ask()
      expect(two.requests()).toBe(before)
      two.answers(undefined)
      await askLater()
      const { services: now } = (await boss.get('/staff/health')).json
      expect(now.find(ofWitnessTwo)).toMatchObject({ ok: true })
    },
  )

  it('with an invalid or missing cosignature is shown, and nothing is stored', async () => {
    for (const text of ['', 'no\n', cosign('other\n1\n', two.signer, 5n)]) {
      two.answers(status(200, text))
      await post()
      await askLater()
      expect(await stateOf('two')).toMatchObject({ fault: 'cosignature' })
      const lines = (await textOf('checkpoint')).split('\n')
      expect(lines.filter((line) => line.startsWith('— witness.example/two'))).toEqual([])
    }
    two.answers(undefined)
    await askLater()
  })

  it('that has cosigned more than the log’s size is shown as a log that was set back', async () => {
    await post()
    two.answers((response) => void response.writeHead(409, { 'content-type': sizeMediaType }).end('1000\n'))
    await askLater()
    expect(await stateOf('two')).toMatchObject({
      fault: 'ahead',
    })
    two.answers(undefined)
    await post()
    await askLater()
    expect(await stateOf('two')).toMatchObject({ failures: 0, fault: null })
  })
})

const go = findGo()
it.skipIf(!go)(
  'the server’s cosigned head is accepted by the Go team’s note, and its consistency by their tlog',
  async () => {
    await askLater()
    const old = await textOf('checkpoint')
    await post()
    await askLater()
    const now = await textOf('checkpoint')
    const [before, after] = [await headAt(old), await headAt(now)]
    const proof = await readConsistency(world.db.kysely, 'players', before.size, after.size)
    const files = mkdtempSync(join(folder, 'go-'))
    const program = join(folder, 'interop')
    const sources = fileURLToPath(new URL('../../../../../../packages/receipts/interop', import.meta.url))
    const env = { PATH: process.env['PATH'], HOME: folder, GO111MODULE: 'off', GOPATH: go?.path, GOFLAGS: '' }
    execFileSync('go', ['build', '-o', program, '.'], { cwd: sources, env })
    const { logs, witnesses: signers } = await policyOf()
    writeFileSync(join(files, 'keys.txt'), [...logs, ...signers].map(({ key }) => formatVerifierKey(key)).join('\n'))
    const request = formatAddCheckpoint({ oldSize: before.size, proof, checkpoint: now })
    writeFileSync(join(files, 'server.note'), now)
    writeFileSync(join(files, 'server.consistency'), `${old}\n\n${request}`)
    writeFileSync(join(files, 'wrong.consistency'), `${old}\n\n${request.replace(`old ${before.size}`, 'old 1')}`)
    const answers = execFileSync(program, ['check', files], { encoding: 'utf8' }).trimEnd().split('\n')
    expect(answers).toEqual([
      'server.consistency\tok',
      'server.note\tok',
      expect.stringMatching(/^wrong.consistency\t(?!ok)/),
    ])
  },
  120_000,
)
