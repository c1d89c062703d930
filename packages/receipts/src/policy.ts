import { openCheckpoint, type SignedCheckpoint } from './checkpoint.ts'
import { isEqual, textOf, utf8 } from './encoding.ts'
import { check } from './verification-error.ts'
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts'

/** Keys that have to sign the head of a log. Source: c2sp.org/tlog-policy. */
export interface Policy {
  logs: { key: VerifierKey; url?: string }[]
  witnesses: { name: string; key: VerifierKey; url?: string }[]
  quorum: Quorum
}

/** Witnesses that have to cosign: none, one, or `threshold` of the members of a group. */
export type Quorum = 'none' | { witness: VerifierKey } | { threshold: number; members: Quorum[] }

/** A log head with enough cosignatures for its policy. */
export interface WitnessedCheckpoint extends SignedCheckpoint {
  /** Names of the policy's witnesses that cosigned. */
  cosignedBy: string[]
}

/** Policy that trusts one log's key without witnesses. */
export const trustLog = (key: VerifierKey): Policy => ({ logs: [{ key }], witnesses: [], quorum: 'none' })

/** Parses a signed checkpoint and verifies that a log of the policy and enough of its witnesses have signed it. */
export function openWitnessedCheckpoint(file: string | Uint8Array, policy: Policy): WitnessedCheckpoint {
  const keysOf = (all: { key: VerifierKey }[]) => all.map(({ key }) => key)
  const checkpoint = openCheckpoint(file, keysOf(policy.logs), keysOf(policy.witnesses))
  check(isQuorumReached(policy.quorum, checkpoint.note.signedBy), 'quorum-not-reached')
  const cosigned = policy.witnesses.filter(({ key }) => checkpoint.note.signedBy.includes(key))
  return { ...checkpoint, cosignedBy: cosigned.map(({ name }) => name) }
}

/** Whether a quorum is reached by these keys, compared by identity. */
export const isQuorumReached = (quorum: Quorum, signedBy: readonly VerifierKey[]): boolean => {
  if (quorum === 'none') return true
  if ('witness' in quorum) return signedBy.includes(quorum.witness)
  return quorum.members.filter((member) => isQuorumReached(member, signedBy)).length >= quorum.threshold
}

/** Parses a policy file. Refused with a reason that begins with `policy-` or `key-`. */
export function parsePolicy(file: string | Uint8Array): Policy {
  const named = new Map<string, Quorum>()
  const grouped = new Set<string>()
  const policy: Omit<Policy, 'quorum'> = { logs: [], witnesses: [] }
  let quorum: Quorum | undefined
  for (const line of linesOf(file)) {
    const [keyword, ...words] = line.split(/[ \t]+/)
    if (keyword === 'log') policy.logs.push(parseLog(words, policy.logs))
    else if (keyword === 'witness') {
      const witness = parseWitness(words, policy.witnesses)
      define(named, witness.name, { witness: witness.key })
      policy.witnesses.push(witness)
    } else if (keyword === 'group') define(named, words[0] ?? '', parseGroup(words, named, grouped))
    else if (keyword === 'quorum') {
      check(quorum === undefined, 'policy-quorum-twice', line)
      const [name = '', ...more] = words
      check(more.length === 0, 'policy-line-malformed', line)
      quorum = name === 'none' ? name : named.get(name)
      check(quorum !== undefined, 'policy-name-unknown', name)
    } else check(false, 'policy-line-unknown', line)
  }
  check(quorum !== undefined, 'policy-quorum-missing')
  return { ...policy, quorum }
}

/** Non-empty lines. Each byte above ASCII becomes one opaque character. */
function linesOf(file: string | Uint8Array): string[] {
  const text = Array.from(typeof file === 'string' ? utf8(file) : file, (byte) => String.fromCharCode(byte)).join('')
  // eslint-disable-next-line no-control-regex
  check(/^[\t\n\u0020-\u007e\u0080-\u00ff]*$/.test(text), 'policy-control-character')
  const lines = text.split('\n').map((line) => line.replaceAll(/^[ \t]+|[ \t]+$/g, ''))
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

function parseLog([vkey, url, ...more]: string[], others: Policy['logs']): Policy['logs'][number] {
  check(vkey !== undefined && more.length === 0, 'policy-line-malformed', 'log')
  const key = parseKey(vkey, 0x01, others)
  return url === undefined ? { key } : { key, url }
}

function parseWitness([name, vkey, url, ...more]: string[], others: Policy['witnesses']): Policy['witnesses'][number] {
  check(name !== undefined && vkey !== undefined && more.length === 0, 'policy-line-malformed', 'witness')
  const key = parseKey(vkey, 0x04, others)
  return url === undefined ? { name, key } : { name, key, url }
}

function parseKey(vkey: string, type: number, others: { key: VerifierKey }[]): VerifierKey {
  const key = parseVerifierKey(textOf(Uint8Array.from(vkey, (character) => character.charCodeAt(0))))
  check(key.type === type, 'policy-key-type-wrong', vkey)
  const isTwice = others.some(({ key: { publicKey } }) => isEqual(publicKey, key.publicKey))
  check(!isTwice, 'policy-key-twice', vkey)
  return key
}

/** Parses `<name> all|any|<k> <member>…`. Each name may be in one group only, so that no witness counts twice. */
function parseGroup([name, kind, ...members]: string[], named: Map<string, Quorum>, grouped: Set<string>): Quorum {
  check(name !== undefined && kind !== undefined && members.length > 0, 'policy-line-malformed', 'group')
  const found = members.map((member) => {
    const quorum = named.get(member)
    check(quorum !== undefined, 'policy-name-unknown', member)
    check(!grouped.has(member), 'policy-member-twice', member)
    grouped.add(member)
    return quorum
  })
  const threshold =
    kind === 'any' ? 1 : kind === 'all' ? found.length : /^[1-9][0-9]{0,3}$/.test(kind) ? Number(kind) : 0
  check(threshold >= 1 && threshold <= found.length, 'policy-threshold-wrong', kind)
  return { threshold, members: found }
}

function define(named: Map<string, Quorum>, name: string, quorum: Quorum): void {
  check(name !== 'none' && !named.has(name), 'policy-name-twice', name)
  named.set(name, quorum)
}
