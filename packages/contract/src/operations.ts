import { accountOperations } from './accounts.ts'
import { approvalOperations } from './approvals.ts'
import { blocklistOperations } from './blocklists.ts'
import { closingOperations } from './closing.ts'
import { deliveryOperations } from './deliveries.ts'
import { emailOperations } from './emails.ts'
import { depositReviewOperations } from './deposit-review.ts'
import { depositCallOperations } from './deposit-calls.ts'
import { payoutBatchOperations } from './payout-batches.ts'
import { profileOperations } from './profile.ts'
import { reconciliationOperations } from './reconciliation.ts'
import { withdrawalReviewOperations } from './withdrawal-review.ts'
import { campaignOperations } from './campaigns.ts'
import { claimRuleOperations } from './claim-rules.ts'
import { catalogOperations } from './catalog.ts'
import { contentOperations } from './content.ts'
import { contentEditingOperations } from './content-editing.ts'
import { depositOperations } from './deposits.ts'
import { gatewayOperations } from './gateway.ts'
import { heldWinOperations } from './held-wins.ts'
import { tournamentDeskOperations } from './tournament-desk.ts'
import { tournamentOperations } from './tournaments.ts'
import { rewardCheckOperations } from './reward-checks.ts'
import { complaintOperations } from './complaints.ts'
import { conversationOperations } from './conversations.ts'
import { helpDeskOperations } from './help-desk.ts'
import { helpOperations } from './help.ts'
import { identityOperations } from './identity.ts'
import { lobbyOperations } from './lobby.ts'
import { liabilityOperations } from './liabilities.ts'
import { limitOperations } from './limits.ts'
import { messageOperations } from './messages.ts'
import { noticeOperations } from './notices.ts'
import { ussdOperations } from './ussd.ts'
import { overviewOperations } from './overview.ts'
import { methodOperations } from './methods.ts'
import type { Operation } from './operation.ts'
import { passkeyOperations } from './passkeys.ts'
import { paymentOperations } from './payments.ts'
import { playerLinkOperations } from './player-links.ts'
import { playerPasskeyOperations } from './player-passkeys.ts'
import { playerOperations } from './players.ts'
import { playerTagOperations } from './player-tags.ts'
import { portalOperations } from './portal.ts'
import { providerOperations } from './providers.ts'
import { receiptOperations } from './receipts.ts'
import { reportCohortOperations } from './report-cohorts.ts'
import { reportExportOperations } from './report-exports.ts'
import { funnelOperations } from './report-funnel.ts'
import { shiftOperations } from './report-shift.ts'
import { reportStatementOperations } from './report-statements.ts'
import { reportViewOperations } from './report-views.ts'
import { reportScheduleOperations } from './report-schedules.ts'
import { reportOperations } from './reports.ts'
import { reportReviewOperations } from './report-reviews.ts'
import { reportRuleOperations } from './report-rules.ts'
import { tableReportOperations } from './report-tables.ts'
import { rewardOperations } from './rewards.ts'
import { searchOperations } from './search.ts'
import { settingsOperations } from './settings.ts'
import { auditOperations } from './audit.ts'
import { breakGlassOperations } from './break-glass.ts'
import { operatorSessionOperations } from './operator-sessions.ts'
import { bonusRuleOperations } from './bonus-rules.ts'
import { gameCallOperations } from './game-calls.ts'
import { gameOperations } from './games.ts'
import { freeRoundOperations } from './free-rounds.ts'
import { giftEnvelopeOperations } from './gift-envelopes.ts'
import { healthOperations } from './health.ts'
import { operatorOperations } from './operators.ts'
import { paymentCaseOperations } from './payment-cases.ts'
import { referralOperations } from './referral.ts'
import { segmentOperations } from './segments.ts'
import { sessionOperations } from './sessions.ts'
import { signedStatementOperations } from './signed-statements.ts'
import { roleOperations } from './roles.ts'
import { staffOperations } from './staff.ts'
import { statementLineOperations } from './statement-lines.ts'
import { statementOperations } from './statements.ts'
import { withdrawalOperations } from './withdrawals.ts'
import { stepUpOperations } from './step-ups.ts'
import { timelineOperations } from './timeline.ts'

/** Every operation of the API by feature; source of the reference, OpenAPI and the authorisation matrix. */
export const operations: Record<string, readonly Operation[]> = {
  portal: portalOperations,
  accounts: [
    ...accountOperations,
    ...sessionOperations,
    ...playerPasskeyOperations,
    ...profileOperations,
    ...closingOperations,
    ...identityOperations,
  ],
  staff: [
    ...staffOperations,
    ...operatorOperations,
    ...roleOperations,
    ...passkeyOperations,
    ...breakGlassOperations,
    ...stepUpOperations,
    ...operatorSessionOperations,
    ...auditOperations,
    ...healthOperations,
    ...searchOperations,
    ...timelineOperations,
    ...overviewOperations,
  ],
  approvals: approvalOperations,
  players: [...playerOperations, ...playerTagOperations, ...playerLinkOperations],
  blocklists: blocklistOperations,
  settings: settingsOperations,
  limits: limitOperations,
  deposits: [...depositCallOperations, ...depositOperations, ...depositReviewOperations],
  methods: methodOperations,
  messages: [...messageOperations, ...deliveryOperations, ...emailOperations],
  notices: noticeOperations,
  ussd: ussdOperations,
  payments: [...paymentOperations, ...paymentCaseOperations],
  withdrawals: [...withdrawalOperations, ...withdrawalReviewOperations, ...payoutBatchOperations],
  statements: [...statementOperations, ...statementLineOperations, ...reconciliationOperations],
  receipts: [...receiptOperations, ...signedStatementOperations, ...liabilityOperations],
  reports: [
    ...reportOperations,
    ...reportCohortOperations,
    ...funnelOperations,
    ...reportStatementOperations,
    ...tableReportOperations,
    ...reportRuleOperations,
    ...reportReviewOperations,
    ...reportExportOperations,
    ...reportViewOperations,
    ...reportScheduleOperations,
    ...shiftOperations,
  ],
  rewards: [
    ...giftEnvelopeOperations,
    ...freeRoundOperations,
    ...rewardOperations,
    ...referralOperations,
    ...bonusRuleOperations,
    ...rewardCheckOperations,
    ...claimRuleOperations,
  ],
  campaigns: [...segmentOperations, ...campaignOperations],
  tournaments: [...tournamentOperations, ...tournamentDeskOperations],
  content: [...contentOperations, ...contentEditingOperations],
  catalog: [...catalogOperations, ...lobbyOperations],
  gateway: gatewayOperations,
  providers: [...providerOperations, ...gameOperations, ...gameCallOperations, ...heldWinOperations],
  help: [...helpOperations, ...conversationOperations, ...helpDeskOperations, ...complaintOperations],
}
