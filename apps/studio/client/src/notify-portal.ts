import type { RoundView } from '../../src/instant/messages.ts'

/** Messages of a game to the portal around its frame, for display only; docs/concepts/gateway.md lists them. */
type PortalMessage =
  | { type: 'dhow:ready' }
  /** Net result of a round for this player, in minor units. */
  | { type: 'dhow:round-net'; round: string; net: number }
  /** A bet was refused; the portal checks whether a break or block is the reason. */
  | { type: 'dhow:bet-refused'; code: string }
  /** Tools that the portal may show in its bar. */
  | { type: 'dhow:tools'; sound: boolean; menu: { id: string; label: string }[] }

/** Sends a message to the portal, if the game is in a frame. */
export function notifyPortal(message: PortalMessage): void {
  if (parent !== window) parent.postMessage(message, '*')
}

/** Notifies the portal of a refused bet, or of a round's net result; a free stake costs nothing. */
export function notifyRound(round: RoundView): void {
  if (round.state === 'refused') notifyPortal({ type: 'dhow:bet-refused', code: round.code ?? '' })
  if (round.state === 'settled')
    notifyPortal({ type: 'dhow:round-net', round: round.id, net: round.payout - (round.isFree ? 0 : round.stake) })
}
