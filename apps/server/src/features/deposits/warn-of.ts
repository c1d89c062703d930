import type { Tx } from '../../platform/db/index.ts'
import type { Picture } from '../../platform/pictures.ts'
import type { DepositParts } from './index.ts'
import { addWarning, findProofsLike } from './store.ts'
import type { PaymentDetailRow } from './tables.ts'

/** An amount this large is looked at twice, as are a new player's first deposits. */
const newPlayerDays = 1

interface Fresh {
  depositId: string
  playerId: string
  reference: string
  picture: Picture | undefined
  amountMinor: bigint
  detail: PaymentDetailRow
}

/** Writes down why to look twice at a deposit, from what came with it. */
export async function warnOf(
  tx: Tx,
  parts: DepositParts,
  { depositId, playerId, reference, picture, amountMinor, detail }: Fresh,
) {
  const earlier = await tx
    .selectFrom('deposit')
    .select(['id', 'state'])
    .where('ref_norm', '=', reference)
    .where('id', '!=', depositId)
    .limit(5)
    .execute()
  for (const other of earlier)
    await addWarning(tx, {
      depositId,
      code: 'reference_seen',
      otherId: other.id,
      text: `The reference stands on another deposit (${other.state}).`,
    })
  if (picture) {
    for (const found of await findProofsLike(tx, depositId, picture))
      await addWarning(tx, {
        depositId,
        code: found.same ? 'proof_seen' : 'proof_similar',
        otherId: found.depositId,
        text: found.same
          ? 'The very same screenshot was sent before.'
          : 'A screenshot that looks the same was sent before.',
      })
  }
  const player = await parts.accounts.findPlayer(playerId, tx)
  if (player && parts.platform.clock.now().getTime() - player.created_at.getTime() < newPlayerDays * 86_400_000) {
    await addWarning(tx, { depositId, code: 'new_player', text: 'The account is less than a day old.' })
  }
  if (amountMinor >= BigInt(parts.portal.settings().four_eyes_minor[detail.market])) {
    await addWarning(tx, { depositId, code: 'large', text: 'A second operator has to confirm this amount.' })
  }
}
