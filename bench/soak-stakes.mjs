// Checks that every stake of the studio has the same single outcome in its own rows, in the server's ledger, and on the page.
const undecided = ['intent', 'accepted', 'rolling', 'cashed', 'won', 'lost', 'settling', 'open']
const finals = "'refused', 'rolled_back', 'paid', 'closed', 'settled'"

/** SQL for the studio's database. */
export const stakesOf = `
  select id, state, stake, payout from bets union all
  select id, state, stake, payout from table_bets union all
  select id, state, stake, payout from instant_rounds`

/** SQL for the studio's database: number of stakes without an outcome. */
export const openStakes = `select count(*) as open from (${stakesOf}) as stakes where state not in (${finals})`

/** SQL for the server's database. */
export const bookedOf = `
  select bet.tx_id, bet.kind, bet.bet_state, bet.amount_minor, bet.win_minor,
         coalesce(ended.paid, 0) as paid, coalesce(ended.ends, 0) as ends
  from gateway.game_transaction bet
  left join (select provider_code, ref_tx_id, count(*) as ends, sum(amount_minor) filter (where kind = 'win') as paid
             from gateway.game_transaction where ref_tx_id is not null group by 1, 2) ended
    on ended.provider_code = bet.provider_code and ended.ref_tx_id = bet.tx_id
  where bet.kind in ('bet', 'betwin')`

/**
 * @param stakes rows of `stakesOf`, amounts as bigint
 * @param booked rows of `bookedOf`, amounts as bigint
 * @param {Map<string, number | null>} ends outcomes shown to pages: payout by stake; null if returned
 * @returns a sentence for each difference
 */
export function compareStakes(stakes, booked, ends) {
  const books = new Map(booked.map((row) => [row.tx_id, row]))
  const wrong = []
  for (const { id, state, stake, payout } of stakes) {
    const row = books.get(id)
    books.delete(id)
    const isPlayed = ['paid', 'closed', 'settled'].includes(state)
    if (undecided.includes(state) || state === 'stuck') wrong.push(`${id}: ${state} in the studio`)
    else if (isPlayed && !isBooked(row, stake, payout))
      wrong.push(
        `${id}: ${state} ${stake} -> ${payout} in the studio, ${JSON.stringify(row, (_, value) => String(value))} in the books`,
      )
    else if (!isPlayed && row && row.bet_state !== 'rolled_back')
      wrong.push(`${id}: ${state} in the studio, ${row.bet_state ?? row.kind} in the books`)
    const shown = ends.get(id)
    if (shown !== undefined && shown !== (isPlayed ? Number(payout) : null))
      wrong.push(`${id}: ${state} ${payout} in the studio, and the page was shown ${shown}`)
    if (row && row.kind === 'bet' && row.ends !== 1n) wrong.push(`${id}: ${row.ends} ends in the books`)
  }
  for (const id of books.keys()) wrong.push(`${id}: in the books alone`)
  return wrong
}

const isBooked = (row, stake, payout) =>
  row && row.amount_minor === stake && row.bet_state !== 'rolled_back' && BigInt(row.paid) + row.win_minor === payout
