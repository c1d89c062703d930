import type { Answer } from '../world.ts'
import type { Call, Client } from './flow.ts'
import type { System } from './system.ts'

/** Final answer to each client. */
export type Answers = Map<string, Answer>

/** A client of one call. */
export const clientOf = (answers: Answers, name: string, call: () => Call): Client => ({
  name,
  async act(send) {
    answers.set(name, await send(call()))
  },
})

export const balanceOf = (system: System, playerId: string) => system.world.balance(playerId)

/** Differences from the money that answers and states imply. */
export async function expectMoney(
  system: System,
  playerId: string,
  expected: { cash?: bigint; held?: bigint; inPlay?: bigint },
): Promise<string[]> {
  const { cashMinor, heldMinor, inPlayMinor } = await balanceOf(system, playerId)
  const found = { cash: cashMinor, held: heldMinor, inPlay: inPlayMinor }
  return (['cash', 'held', 'inPlay'] as const).flatMap((name) => {
    const wanted = expected[name]
    return wanted === undefined || found[name] === wanted ? [] : [`${name} is ${found[name]} instead of ${wanted}`]
  })
}

export const postingsOf = (system: System, playerId: string) =>
  system.world.db.kysely
    .selectFrom('ledger.posting')
    .select(['key', 'reason'])
    .where('player_id', '=', playerId)
    .execute()

export const codeOf = (answers: Answers, name: string) =>
  String(answers.get(name)?.json?.code ?? answers.get(name)?.status)
