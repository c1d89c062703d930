import { accountRefusals } from './accounts.ts'
import { approvalRefusals } from './approvals.ts'
import { catalogRefusals } from './catalog.ts'
import { depositRefusals } from './deposits.ts'
import { gatewayRefusals } from './gateway.ts'
import { heldWinRefusals } from './held-wins.ts'
import { rewardCheckRefusals } from './reward-checks.ts'
import { helpRefusals } from './help.ts'
import { limitRefusals } from './limits.ts'
import { messageRefusals } from './messages.ts'
import { methodRefusals } from './methods.ts'
import { paymentRefusals } from './payments.ts'
import { playerRefusals } from './players.ts'
import { portalRefusals } from './portal.ts'
import { providerRefusals } from './providers.ts'
import { rewardRefusals } from './rewards.ts'
import { staffRefusals } from './staff.ts'
import { statementRefusals } from './statements.ts'
import { walletRefusals } from './wallet.ts'
import { withdrawalRefusals } from './withdrawals.ts'

/** Every refusal of the API: its stable code, its HTTP status and the sentence that a person reads. */
export const refusals = {
  bad_request: { status: 400, sentence: 'Something went wrong. Try again.' },
  invalid_fields: { status: 422, sentence: 'Check the highlighted fields.' },
  not_found: { status: 404, sentence: 'There is nothing at this address.' },
  too_large: { status: 413, sentence: 'That is too large to send.' },
  unsupported_media: { status: 415, sentence: 'This kind of content is not accepted here.' },
  too_many_requests: {
    status: 429,
    sentence: 'Too many tries. Please wait a little and try again.',
    waiting: 'Too many tries. You can try again in {wait}.',
  },
  key_in_use: { status: 409, sentence: 'This request is still being processed. Please wait a moment.' },
  key_changed: { status: 422, sentence: 'This key was already used for a different request.' },
  internal: { status: 500, sentence: 'Something went wrong. Please try again.' },
  unavailable: { status: 503, sentence: 'Server not responding. Please try again later.' },
  storage_full: {
    status: 503,
    sentence: 'We cannot save anything right now. Nothing was changed; please try again later.',
  },
  busy: { status: 503, sentence: 'An earlier request is still being processed. Please try again in a moment.' },
  ...portalRefusals,
  ...accountRefusals,
  ...staffRefusals,
  ...approvalRefusals,
  ...playerRefusals,
  ...walletRefusals,
  ...limitRefusals,
  ...depositRefusals,
  ...messageRefusals,
  ...methodRefusals,
  ...paymentRefusals,
  ...withdrawalRefusals,
  ...statementRefusals,
  ...rewardRefusals,
  ...catalogRefusals,
  ...gatewayRefusals,
  ...providerRefusals,
  ...heldWinRefusals,
  ...rewardCheckRefusals,
  ...helpRefusals,
} as const satisfies Record<string, RefusalText>

export interface RefusalText {
  status: number
  sentence: string
  /** The sentence where the length of the wait is known. */
  waiting?: string
}

/** A wait in words, rounded up: `30 seconds`, `57 minutes`, `5 hours`. */
export function waitInWords(seconds: number): string {
  const [name, size] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 2 * 3_600
        ? (['minute', 60] as const)
        : (['hour', 3_600] as const)
  const count = Math.max(1, Math.ceil(seconds / size))
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** The sentence of a refusal; one whose wait is known tells its length. */
export function refusalSentence(code: RefusalCode, waitS: unknown): string {
  const { sentence, waiting }: RefusalText = refusals[code]
  return waiting !== undefined && typeof waitS === 'number' ? waiting.replace('{wait}', waitInWords(waitS)) : sentence
}

export type RefusalCode = keyof typeof refusals

/** Refusals that any call may answer with, by who may call it. */
export const commonRefusals = {
  public: [
    'invalid_fields',
    'too_large',
    'unsupported_media',
    'too_many_requests',
    'internal',
    'unavailable',
    'busy',
    'storage_full',
  ],
  optional: [
    'invalid_fields',
    'too_large',
    'unsupported_media',
    'too_many_requests',
    'portal_forbidden',
    'maintenance',
    'country_restricted',
    'internal',
    'unavailable',
    'busy',
    'storage_full',
  ],
  player: [
    'session_invalid',
    'player_inactive',
    'player_mismatch',
    'invalid_fields',
    'too_large',
    'unsupported_media',
    'too_many_requests',
    'portal_forbidden',
    'maintenance',
    'country_restricted',
    'internal',
    'unavailable',
    'busy',
    'storage_full',
  ],
  staff: [
    'staff_session_invalid',
    'staff_forbidden',
    'invalid_fields',
    'too_many_requests',
    'internal',
    'unavailable',
    'busy',
    'storage_full',
  ],
  provider: ['signature_invalid', 'internal', 'unavailable', 'busy', 'storage_full'],
} as const satisfies Record<string, readonly RefusalCode[]>
