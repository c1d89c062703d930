import { over } from '../../processes.ts'
import type { Flow } from '../company.ts'
import { depositPath, recordOf, type Acting, type Place } from './place.ts'

/** A deposit that a player tells of, an operator approves, and takes back. */
export function flowsOfDeposits(place: Place) {
  const { world, cashier, manager } = place

  const approveDeposit: Flow<{ playerId: string; id: string; version: number }> = {
    async prepare(at) {
      const player = await world.player()
      const told = await player.form(depositPath, {
        manual_deposit_id: '2',
        amount: '500',
        utr: `KILL${player.id.slice(-6)}${at}`,
      })
      const { id } = told.json.data.deposit as { id: string }
      return { playerId: player.id, id, version: (await cashier.get(`/staff/deposits/${id}`)).json.deposit.version }
    },
    act: (server, { id, version }, headers) =>
      over(server, cashier, 'console').post(
        `/staff/deposits/${id}/approve`,
        { received_amount: '500.00', version },
        headers,
      ),
    // The version is the cashier's key: what was approved cannot be approved again.
    alreadyDone: 'deposit_state_changed',
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 50_000n, held: 0n, inPlay: 0n },
    record: ({ id }) => recordOf(place, 'deposit', id),
    recordBefore: { state: 'submitted', steps: ['submitted'], audit: [], postings: 0 },
    recordAfter: { state: 'approved', steps: ['submitted', 'approved'], audit: ['deposit.approve'], postings: 1 },
    boundaries: 17,
  }

  const tellDeposit: Flow<Acting & { utr: string }> = {
    async prepare(at) {
      const player = await world.player()
      return { playerId: player.id, player, utr: `TOLD${player.id.slice(-6)}${at}` }
    },
    act: (server, { player, utr }, headers) =>
      over(server, player).form(
        depositPath,
        { manual_deposit_id: '2', amount: '500', utr },
        { ...headers, 'idempotency-key': 'the-one-deposit' },
      ),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 0n, held: 0n, inPlay: 0n },
    async record({ playerId }) {
      const { kysely } = world.db
      const rows = await kysely.selectFrom('deposit').select('id').where('player_id', '=', playerId).execute()
      const keys = await kysely
        .selectFrom('idempotent_call')
        .select('reply')
        .where('player_id', '=', playerId)
        .execute()
      return { deposits: await Promise.all(rows.map(({ id }) => recordOf(place, 'deposit', id))), keys: keys.length }
    },
    recordBefore: { deposits: [], keys: 0 },
    recordAfter: { deposits: [{ state: 'submitted', steps: ['submitted'], audit: [], postings: 0 }], keys: 1 },
    boundaries: 4,
  }

  const reverseDeposit: Flow<{ playerId: string; id: string; version: number }> = {
    async prepare(at) {
      const { playerId, id, version } = await approveDeposit.prepare(at)
      const approved = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
      return { playerId, id, version: approved.json.deposit.version }
    },
    act: (server, { id, version }, headers) =>
      over(server, manager, 'console').post(
        `/staff/deposits/${id}/reverse`,
        { reason: 'not_received', note: 'The bank took it back.', version },
        headers,
      ),
    alreadyDone: 'deposit_state_changed',
    before: { cash: 50_000n, held: 0n, inPlay: 0n },
    after: { cash: 0n, held: 0n, inPlay: 0n },
    async record({ id }) {
      const { state, audit, postings } = await recordOf(place, 'deposit', id)
      return { state, audit, postings }
    },
    recordBefore: { state: 'approved', audit: ['deposit.approve'], postings: 1 },
    recordAfter: { state: 'reversed', audit: ['deposit.approve', 'deposit.reverse'], postings: 2 },
    boundaries: 20,
  }

  return {
    'the telling of a deposit': tellDeposit,
    'the approval of a deposit': approveDeposit,
    'the taking back of a deposit': reverseDeposit,
  }
}
