import type { RoundView } from '../../src/instant/messages.ts'

/** Messages of a game to the page that holds its frame; the portal shows something by them, and moves no money. docs/concepts/gateway.md lists them. */
type PortalMessage =
  | { type: 'dhow:ready' }
  /** How a round went for this player, in minor units. */
  | { type: 'dhow:round-net'; round: string; net: number }
  /** A bet was refused: the portal looks whether a break or a block is the reason. */
  | { type: 'dhow:bet-refused'; code: string }
  /** Tools that the portal may show in its row. */
  | { type: 'dhow:tools'; sound: boolean; menu: { id: string; label: string }[] }

/** Sends a message to the portal; nothing where the game stands alone. */
export function notifyPortal(message: PortalMessage): void {
  if (parent !== window) parent.postMessage(message, '*')
}

/** Says to the portal that a bet was refused, or what a round that is over brought; a free stake cost nothing. */
export function tellRound(round: RoundView): void {
  if (round.state === 'refused') notifyPortal({ type: 'dhow:bet-refused', code: round.code ?? '' })
  if (round.state === 'settled')
    notifyPortal({ type: 'dhow:round-net', round: round.id, net: round.payout - (round.isFree ? 0 : round.stake) })
}
