import type { OperatorTextParams, WarningTextParams } from '@dhow/contract/operator-text-params'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { WarningGrade } from '@dhow/contract/queue-shapes'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Portal } from '../portal/index.ts'
import type { DepositParts } from './parts.ts'
import { depositsOfSame } from './store.ts'
import type { PaymentDetailRow } from './tables.ts'

/** A new player's first deposits are flagged. */
export const newPlayerMs = 86_400_000

/** A warning on a deposit: its text, and the other deposit or player it concerns; empty if none. */
export interface Warning extends OperatorText {
  otherId: string
}

const warning = <Code extends keyof WarningTextParams>(
  code: Code,
  params: OperatorTextParams[Code],
  otherId = '',
): Warning => ({ ...operatorText(code, params), otherId })

interface Fresh {
  depositId?: string
  playerSince: Date
  /** Other deposits with the same reference. */
  earlier: readonly { id: string; state: string }[]
  sha256: Buffer | undefined
  amountMinor: bigint
  detail: PaymentDetailRow
}

/** Risk flags of a deposit at its submission. Those of its screenshot follow after the re-encoding. */
export async function warningsOf(
  db: Db,
  { platform, portal }: Pick<DepositParts, 'platform' | 'portal'>,
  { depositId, playerSince, earlier, sha256, amountMinor, detail }: Fresh,
): Promise<Warning[]> {
  const warnings = earlier.map(({ id, state }) => warning('reference_seen', { state }, id))
  for (const otherId of sha256 ? await depositsOfSame(db, sha256) : [])
    if (otherId !== depositId) warnings.push(proofSeenBefore(otherId))
  if (platform.clock.now().getTime() - playerSince.getTime() < newPlayerMs) warnings.push(warning('new_player', {}))
  if (isLarge(portal, amountMinor, detail.market)) warnings.push(warning('large', {}))
  return warnings
}

/** Whether an amount of a deposit needs a second operator. */
export const isLarge = (portal: Portal, amountMinor: bigint, market: Market): boolean =>
  amountMinor >= BigInt(portal.settings().four_eyes_minor[market])

export const proofSeenBefore = (otherId: string): Warning => warning('proof_seen', {}, otherId)

/** A copy of another deposit's screenshot. */
export const copyOf = (otherId: string): Warning => warning('proof_copy', {}, otherId)

/** A reference that another player, or the same one with another amount, sent again. */
export const claimedAgain = (playerId: string): Warning => warning('reference_claimed', { player: playerId }, playerId)

/** Warnings in display order; a code that is not here is only a note. */
const grades: readonly { code: string; grade: WarningGrade }[] = [
  { code: 'proof_seen', grade: 'certain' },
  { code: 'reference_claimed', grade: 'certain' },
  { code: 'reference_seen', grade: 'certain' },
  { code: 'proof_copy', grade: 'likely' },
]

/** A reference on another rail belongs to another bank, and may be equal by chance. */
const gradeOf = (code: string, isOtherRail: boolean): WarningGrade =>
  isOtherRail ? 'likely' : (grades.find((row) => row.code === code)?.grade ?? 'note')

const order: readonly WarningGrade[] = ['certain', 'likely', 'note']

/** Graded warnings of some deposits, most severe first and within one code newest deposit first. */
export async function findWarnings(db: Db, depositIds: readonly string[]) {
  const rows = await db
    .selectFrom('deposits.warning as warning')
    .leftJoin('deposits.deposit as other', 'other.id', 'warning.other_id')
    .innerJoin('deposits.deposit as own', 'own.id', 'warning.deposit_id')
    .selectAll('warning')
    .select(
      sql<boolean>`warning.code = 'reference_seen' and coalesce(other.rail <> own.rail, false)`.as('is_other_rail'),
    )
    .where('warning.deposit_id', 'in', depositIds)
    .orderBy('warning.other_id', 'desc')
    .execute()
  const placeOf = (code: string) => grades.findIndex((row) => row.code === code) + 1 || grades.length + 1
  return rows
    .map(({ is_other_rail: isOtherRail, ...row }) => ({ ...row, grade: gradeOf(row.code, isOtherRail) }))
    .sort(
      (a, b) =>
        order.indexOf(a.grade) - order.indexOf(b.grade) ||
        placeOf(a.code) - placeOf(b.code) ||
        a.code.localeCompare(b.code),
    )
}
