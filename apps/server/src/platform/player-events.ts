/** Row of a feature's view `events`: something that happened to a player, worded by the operators' catalogue. */
export interface PlayerEvent {
  player_id: string
  /** No two events of a player share it. */
  id: string
  at: Date
  code: string
  params: Record<string, string>
  /** Id of the payment, case or other record that has more. */
  about: string | null
  /** In the player's currency; null where the text names no amount, or has it among its parameters. */
  amount_minor: bigint | null
}
