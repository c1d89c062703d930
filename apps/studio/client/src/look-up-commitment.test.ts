import { describe, expect, it } from 'vitest'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { log, sampleChain, sampleFiles, sampleSeed } from '@dhow/receipts/testing/sample'
import { testSigner } from '@dhow/receipts/testing/signer'
import { lookUpCommitment } from './look-up-commitment.ts'

const keyLine = (signer: typeof log) => `${formatVerifierKey(signer.key)} 0 -\n`
const addresses = (path: string) => ({
  commitment: `https://portal.example/api/v1/dhow/commitments/${path}`,
  keys: 'https://portal.example/log/keys',
  receipts: '',
})
const chainAt = addresses('dhow-studio/dhow/dhow-1')

/** Fake portal with this file and these keys. */
const portal =
  (file: string | number, keys = keyLine(log)) =>
  (address: string) =>
    Promise.resolve(
      address.endsWith('/keys')
        ? { status: 200, text: keys }
        : typeof file === 'number'
          ? { status: file, text: '' }
          : { status: 200, text: file },
    )
const file = (name: string) => sampleFiles().get(name) ?? ''
const { hash, chain } = sampleChain().commitment
const committed = { hash, chain: { salt: chain?.salt ?? '', number: 3 } }
const lookUp = (answers: ReturnType<typeof portal>, wanted = committed) => lookUpCommitment(chainAt, wanted, answers)

describe('the commitment of a round', () => {
  it('of a chain and of a seed is found in the public log', async () => {
    expect(await lookUp(portal(file('commitment.txt')))).toEqual({ state: 'kept', place: 17 })
    const seed = addresses('dhow-studio/dice/pair_1')
    const wanted = { hash: sampleSeed().commitment.hash }
    expect(await lookUpCommitment(seed, wanted, portal(file('seed-commitment.txt')))).toMatchObject({ state: 'kept' })
  })

  it('is found with a later key of the log', async () => {
    const keys = keyLine(testSigner('older.example/log')) + keyLine(log)
    expect(await lookUp(portal(file('commitment.txt'), keys))).toMatchObject({ state: 'kept' })
  })

  it.each([
    ['another end of the chain', { ...committed, hash: 'ab'.repeat(32) }],
    ['another salt', { hash, chain: { salt: 'swapped', number: 3 } }],
    ['a round behind the end of the chain', { hash, chain: { ...committed.chain, number: 11 } }],
    ['a seed in place of a chain', { hash }],
  ])('that differs by %s is shown as swapped', async (_, wanted) => {
    expect(await lookUpCommitment(chainAt, wanted, portal(file('commitment.txt')))).toEqual({ state: 'differs' })
  })

  it('under another name is not this round’s', async () => {
    const other = addresses('dhow-studio/dhow/dhow-2')
    expect(await lookUpCommitment(other, committed, portal(file('commitment.txt')))).toEqual({ state: 'differs' })
  })

  it('with a changed proof, or one signed by another log, is refused with its reason', async () => {
    const changed = file('commitment.txt').replace('rounds 10', 'rounds 11')
    expect(await lookUp(portal(changed))).toEqual({ state: 'refused', reason: 'proof-root-differs' })
    const stranger = portal(file('commitment.txt'), keyLine(testSigner('stranger.example')))
    expect(await lookUp(stranger)).toEqual({ state: 'refused', reason: 'note-not-signed' })
  })

  it('not in the log is missing, and an unreadable log gives no result', async () => {
    expect(await lookUp(portal(404))).toEqual({ state: 'missing' })
    expect(await lookUp(portal(503))).toEqual({ state: 'away' })
    expect(await lookUp(() => Promise.reject(new TypeError('offline')))).toEqual({ state: 'away' })
  })
})
