import '../../src/features/rewards/tables.ts'
import { newPlayer } from './fixtures.ts'
import type { Flow } from './flow.ts'
import { balanceOf, clientOf, postingsOf, type Answers } from './flow-checks.ts'
import type { System } from './system.ts'

/** A gift of two shares that three players claim, one of them twice: two are given. */
export async function claimGift(system: System): Promise<Flow> {
  const players = [await newPlayer(system), await newPlayer(system), await newPlayer(system)]
  const gift = { title: 'A gift', market: 'NA', kind: 'fixed', amount: '20.00', claims: 2, expires_in_hours: 1 }
  const made = await system.managers[0].post('/staff/gift-envelopes', gift)
  const code = made.json.code as string
  const answers: Answers = new Map()
  const claim = (number: number) => () => ({ by: players[number]!, path: '/gift-envelope/claim', body: { code } })
  return {
    clients: [
      clientOf(answers, 'claim', claim(0)),
      clientOf(answers, 'claim again', claim(0)),
      clientOf(answers, 'second claim', claim(1)),
      clientOf(answers, 'third claim', claim(2)),
    ],
    async check() {
      const balances = await Promise.all(players.map(({ id }) => balanceOf(system, id)))
      const given = balances.map(({ cashMinor }) => cashMinor)
      const wrong =
        given.reduce((sum, each) => sum + each, 0n) === 4_000n ? [] : [`a gift of two shares gave ${given.join(', ')}`]
      if (given.some((each) => each > 2_000n)) wrong.push('a player has two shares')
      return wrong
    },
  }
}

/** A bonus that is claimed twice and given back: it was given once, and is active or not. */
export async function claimBonus(system: System): Promise<Flow> {
  const player = await newPlayer(system, '100.00')
  const answers: Answers = new Map()
  const path = '/player/bonuses/rule_sandbox_welcome_na/claim'
  return {
    clients: [
      {
        name: 'claim and give back',
        async act(send) {
          const claimed = await send({ by: player, path })
          answers.set('claim', claimed)
          const { bonus } = (await send({ by: player, method: 'GET', path: '/player/bonuses' })).json as {
            bonus?: { id: string }
          }
          const id = (claimed.json.bonus as { id: string } | undefined)?.id ?? bonus?.id
          if (id !== undefined) answers.set('cancel', await send({ by: player, path: `/player/bonuses/${id}/cancel` }))
        },
      },
      clientOf(answers, 'claim again', () => ({ by: player, path })),
    ],
    async check() {
      const rows = await system.world.db.kysely
        .selectFrom('rewards.bonus')
        .selectAll()
        .where('player_id', '=', player.id)
        .execute()
      const { cashMinor, bonusMinor } = await balanceOf(system, player.id)
      const given = (await postingsOf(system, player.id)).filter(({ reason }) => reason === 'bonus')
      const wrong = rows.length === 1 ? [] : [`one claim made ${rows.length} bonuses`]
      if (given.length > 1) wrong.push(`one bonus was posted ${given.length} times`)
      if (bonusMinor !== (rows[0]?.state === 'active' ? 10_000n : 0n))
        wrong.push(`${bonusMinor} of a bonus that is ${rows[0]?.state}`)
      if (cashMinor !== 10_000n) wrong.push(`cash is ${cashMinor}`)
      return wrong
    },
  }
}
