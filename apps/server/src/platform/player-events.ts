/** Row of a feature's view `events`: an event of a player, worded by the operators' catalogue. */
export interface PlayerEvent {
  player_id: string
  /** Unique among the player's events. */
  id: string
  at: Date
  code: string
  params: Record<string, string>
  /** Id of the payment, case or other record with details. */
  about: string | null
  /** In the player's currency; null if the text names no amount, or has it among its parameters. */
  amount_minor: bigint | null
}
