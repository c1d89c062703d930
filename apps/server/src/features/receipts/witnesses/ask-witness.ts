import type { WitnessFault } from '@dhow/contract/service-text-params'
import { addCosignatures, formatAddCheckpoint, parseWitnessSize, sizeMediaType } from '@dhow/receipts/add-checkpoint'
import type { Policy } from '@dhow/receipts/policy'
import { VerificationError } from '@dhow/receipts/verification-error'
import { formatVerifierKey, type VerifierKey } from '@dhow/receipts/verifier-key'
import { boundedText } from '../../../platform/ask-service.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { LogName } from '../logs.ts'
import { readConsistency } from '../read-proofs.ts'
import { keepCosignature, keepFault, takeTurn, type Turn } from './witness-store.ts'

const answerWithinMs = 10_000
/** Longer than an answer can take, so that another process takes over from a killed one. */
const leaseMs = 20_000
const longestPauseMs = 60_000
const answerLimitBytes = 16 * 1024
/** A witness that names its size is asked again from there at once. */
const mostTries = 3

/** A witness with a URL. */
export interface WitnessRequest {
  name: string
  key: VerifierKey
  url: string
}

type Answer = { line: string } | { size: number } | { fault: WitnessFault }

/**
 * Asks a witness to cosign the newest head of a log, if it has not (c2sp.org/tlog-witness), outside any transaction. A
 * witness without a cosignature is asked again after a pause, which grows to a minute.
 */
export async function askWitness(
  { db, clock, log: programLog }: Pick<Platform, 'db' | 'clock' | 'log'>,
  { log, witness, policy }: { log: LogName; witness: WitnessRequest; policy: Policy },
): Promise<void> {
  const place = { log, key: formatVerifierKey(witness.key) }
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  const turn = await takeTurn(db.kysely, place, { now: clock.now(), until: later(leaseMs) })
  if (!turn) return
  // A witness that named a greater size may have been corrected since.
  let size = Math.min(turn.size, turn.head.size)
  let answer: Answer = { size }
  for (let tries = 0; tries < mostTries && 'size' in answer; tries++) {
    ;({ size } = answer)
    answer = size > turn.head.size ? { fault: 'ahead' } : await askOnce(db.kysely, { log, witness }, size, turn.head)
  }
  if ('line' in answer) {
    await keepCosignature(db, place, { head: turn.head, line: answer.line, policy, now: clock.now() })
    return
  }
  const fault = 'fault' in answer ? answer.fault : 'conflict'
  const failures = turn.failures + 1
  if (failures === 1) programLog.warn({ witness: witness.name, log, fault }, 'a witness did not cosign')
  const pauseMs = Math.min(1_000 * 2 ** Math.min(turn.failures, 10), longestPauseMs)
  await keepFault(db.kysely, place, { fault, size, failures, nextAt: later(pauseMs) })
}

async function askOnce(
  db: Platform['db']['kysely'],
  { log, witness: { key, url } }: { log: LogName; witness: WitnessRequest },
  oldSize: number,
  head: Turn['head'],
): Promise<Answer> {
  const proof = await readConsistency(db, log, oldSize, head.size)
  const body = formatAddCheckpoint({ oldSize, proof, checkpoint: head.checkpoint })
  const answer = await send(`${url}/add-checkpoint`, body)
  if (!answer) return { fault: 'silent' }
  const { status, type, text } = answer
  try {
    if (status === 200) return { line: addCosignatures(head.checkpoint, text, [key]).slice(head.checkpoint.length) }
    if (status === 409 && type === sizeMediaType) {
      const size = parseWitnessSize(text)
      return size === oldSize ? { fault: 'conflict' } : { size }
    }
  } catch (error) {
    if (error instanceof VerificationError) return { fault: 'cosignature' }
    throw error
  }
  return { fault: faultOfStatus[status] ?? 'status' }
}

const faultOfStatus: Partial<Record<number, WitnessFault>> = {
  400: 'request',
  403: 'signature',
  404: 'log',
  409: 'conflict',
  422: 'proof',
}

async function send(url: string, body: string) {
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
    const text = (await boundedText(response, answerLimitBytes)) ?? ''
    return { status: response.status, type: response.headers.get('content-type') ?? '', text }
  } catch {
    // Unavailable, slow or broken off: the log continues without its cosignature.
    return undefined
  }
}
