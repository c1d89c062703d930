import { readFileSync } from 'node:fs'
import { errorMessage } from '@dhow/platform/error-code'
import { sandboxWitnessName, sandboxWitnessSeed } from '@dhow/platform/sandbox-witness'
import { parsePolicy, type Policy } from '@dhow/receipts/policy'
import { reasons } from '@dhow/receipts/reasons'
import { VerificationError } from '@dhow/receipts/verification-error'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { signerOfSeed } from './platform/note-signer.ts'
import type { OutsideSettings } from './service-settings.ts'

/** Witnesses asked to cosign the heads of the public log, and the quorum. */
export interface LogPolicy {
  policy: Policy
  /** Text of the policy file (c2sp.org/tlog-policy). */
  text: string
}

/** Key type for cosignatures with Ed25519. */
const cosigner = 0x04

/** Reads the policy of the public log. In the sandbox its own witness is the default. */
export function readLogPolicy({ settings, mode, sandboxOrigin }: OutsideSettings): LogPolicy | undefined {
  const path = settings.optional('LOG_POLICY')
  const key = settings.value('SANDBOX_KEY')
  try {
    if (path !== undefined) return policyOf(readFileSync(path, 'utf8'))
    return mode === 'sandbox' && key !== '' ? policyOf(sandboxPolicy(sandboxOrigin, key)) : undefined
  } catch (error) {
    const why =
      error instanceof VerificationError ? `${reasons[error.reason]} ${error.detail}`.trim() : errorMessage(error)
    settings.faults.push(`LOG_POLICY: ${why}`)
    return undefined
  }
}

const policyOf = (text: string): LogPolicy => ({ policy: parsePolicy(text), text })

function sandboxPolicy(origin: string, sandboxKey: string): string {
  const { key } = signerOfSeed(sandboxWitnessName, cosigner, sandboxWitnessSeed(sandboxKey))
  return `witness sandbox ${formatVerifierKey(key)} ${origin}/witness\nquorum sandbox\n`
}
