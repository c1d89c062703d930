import type { PlayerRow } from '../accounts/index.ts'
import type { UssdParts } from './parts.ts'

/** More lines do not fit on a phone's screen. */
const maxLines = 6

/**
 * Deposit accounts that need no screenshot, in the order of the chooser.
 * @returns id and name of the payment detail
 */
export async function listPayableAccounts(
  parts: UssdParts,
  player: PlayerRow,
): Promise<{ id: string; name: string }[]> {
  const { deposits, portal } = parts
  if (!portal.depositsOpen(player.market)) return []
  const shown = await deposits.shownMethods(player.market)
  const open = shown.filter(({ method }) => !method.proofRequired)
  const named = open.flatMap(({ method, details }) =>
    details.map(({ id, name }) => ({ id: String(id), name: `${method.displayName}: ${name}` })),
  )
  return named.slice(0, maxLines)
}
