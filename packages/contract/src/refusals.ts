import { accountRefusals } from './accounts.ts'
import { approvalRefusals } from './approvals.ts'
import { blocklistRefusals } from './blocklists.ts'
import { breakGlassRefusals } from './break-glass.ts'
import { claimRuleRefusals } from './claim-rules.ts'
import { closingRefusals } from './closing.ts'
import { campaignRefusals } from './campaigns.ts'
import { catalogRefusals } from './catalog.ts'
import { contentRefusals } from './content.ts'
import { depositRefusals } from './deposits.ts'
import { gatewayRefusals } from './gateway.ts'
import { complaintRefusals } from './complaints.ts'
import { helpDeskRefusals } from './help-desk.ts'
import { heldWinRefusals } from './held-wins.ts'
import { rewardCheckRefusals } from './reward-checks.ts'
import { helpRefusals } from './help.ts'
import { identityRefusals } from './identity.ts'
import { liabilityRefusals } from './liabilities.ts'
import { limitRefusals } from './limits.ts'
import { deliveryRefusals } from './deliveries.ts'
import { emailRefusals } from './emails.ts'
import { messageRefusals } from './messages.ts'
import { noticeRefusals } from './notices.ts'
import { methodRefusals } from './methods.ts'
import { passkeyRefusals } from './passkeys.ts'
import { paymentRefusals } from './payments.ts'
import { playerPasskeyRefusals } from './player-passkeys.ts'
import { playerRefusals } from './players.ts'
import { tagRefusals } from './player-tags.ts'
import { refusalTexts } from './player-texts-refusals-en.ts'
import { portalRefusals } from './portal.ts'
import { providerRefusals } from './providers.ts'
import { receiptRefusals } from './receipts.ts'
import { shiftRefusals } from './report-shift.ts'
import { reportExportRefusals } from './report-exports.ts'
import { reportReviewRefusals } from './report-reviews.ts'
import { reportRuleRefusals } from './report-rules.ts'
import { reportStatementRefusals } from './report-statements.ts'
import { reportScheduleRefusals } from './report-schedules.ts'
import { reportViewRefusals } from './report-views.ts'
import { reportRefusals } from './reports.ts'
import { freeRoundRefusals } from './free-rounds.ts'
import { rewardRefusals } from './rewards.ts'
import { segmentRefusals } from './segments.ts'
import { signedStatementRefusals } from './signed-statements.ts'
import { roleRefusals } from './roles.ts'
import { staffRefusals } from './staff.ts'
import { statementRefusals } from './statements.ts'
import { stepUpRefusals } from './step-ups.ts'
import { tournamentRefusals } from './tournaments.ts'
import { walletRefusals } from './wallet.ts'
import { withdrawalRefusals } from './withdrawals.ts'

/** All refusals of the API: stable code and HTTP status. Those without a sentence are for players, too, with sentences in the catalogues. */
export const refusals = {
  bad_request: { status: 400 },
  invalid_fields: { status: 422 },
  not_found: { status: 404 },
  too_large: { status: 413 },
  unsupported_media: { status: 415 },
  too_many_requests: { status: 429, waiting: 'wait_tries' },
  key_in_use: { status: 409 },
  key_changed: { status: 422 },
  internal: { status: 500 },
  unavailable: { status: 503 },
  storage_full: { status: 503 },
  busy: { status: 503 },
  ...portalRefusals,
  ...accountRefusals,
  ...playerPasskeyRefusals,
  ...closingRefusals,
  ...identityRefusals,
  ...staffRefusals,
  ...roleRefusals,
  ...passkeyRefusals,
  ...breakGlassRefusals,
  ...stepUpRefusals,
  ...approvalRefusals,
  ...playerRefusals,
  ...tagRefusals,
  ...blocklistRefusals,
  ...walletRefusals,
  ...limitRefusals,
  ...depositRefusals,
  ...messageRefusals,
  ...deliveryRefusals,
  ...emailRefusals,
  ...methodRefusals,
  ...noticeRefusals,
  ...paymentRefusals,
  ...withdrawalRefusals,
  ...statementRefusals,
  ...receiptRefusals,
  ...signedStatementRefusals,
  ...reportRefusals,
  ...reportExportRefusals,
  ...reportReviewRefusals,
  ...reportRuleRefusals,
  ...reportStatementRefusals,
  ...reportScheduleRefusals,
  ...reportViewRefusals,
  ...shiftRefusals,
  ...liabilityRefusals,
  ...rewardRefusals,
  ...freeRoundRefusals,
  ...claimRuleRefusals,
  ...catalogRefusals,
  ...contentRefusals,
  ...segmentRefusals,
  ...campaignRefusals,
  ...tournamentRefusals,
  ...gatewayRefusals,
  ...providerRefusals,
  ...heldWinRefusals,
  ...rewardCheckRefusals,
  ...helpRefusals,
  ...helpDeskRefusals,
  ...complaintRefusals,
} as const satisfies Record<string, RefusalRow>

export interface RefusalRow {
  status: number
  /** English sentence of a refusal that players never get. */
  sentence?: string
  /** Text used if the length of the wait is known. */
  waiting?: 'wait_tries' | 'wait_wrong' | 'wait_code'
}

export type RefusalCode = keyof typeof refusals

/** Refusals for players; each has a sentence in every language's catalogue. */
export type PlayerRefusalCode = {
  [Code in RefusalCode]: (typeof refusals)[Code] extends { sentence: string } ? never : Code
}[RefusalCode]

export const isPlayerRefusal = (code: RefusalCode): code is PlayerRefusalCode => !('sentence' in refusals[code])

/** English sentence of a refusal. */
export function refusalSentence(code: RefusalCode): string {
  if (isPlayerRefusal(code)) return refusalTexts[code]()
  const row: RefusalRow = refusals[code]
  return row.sentence ?? ''
}

/** Refusals of all calls, by access. */
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
    'staff_read_only',
    'step_up_needed',
    'passkey_required',
    'invalid_fields',
    'too_many_requests',
    'internal',
    'unavailable',
    'busy',
    'storage_full',
  ],
  provider: ['signature_invalid', 'internal', 'unavailable', 'busy', 'storage_full'],
} as const satisfies Record<string, readonly RefusalCode[]>
