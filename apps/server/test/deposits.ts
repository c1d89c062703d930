import { screenshot } from './pictures.ts'
import type { Operator } from './statements.ts'
import type { Answer, World } from './world.ts'

type Player = Awaited<ReturnType<World['player']>>
interface Picture {
  name: string
  type: string
  bytes: Buffer
}

export const india = '/player/deposit-india/manual-deposit/send-deposit-request'
export const namibia = '/player/deposit-namibia/manual-deposit/send-deposit-request'

/** Manual deposits of both markets, each with its own reference, in India with a screenshot. */
export function openReports() {
  let references = 0
  const utr = () => String(500_000_000_000 + ++references)
  let pictures = 0
  const image = async () => ({ name: 'shot.png', type: 'image/png', bytes: await screenshot(++pictures) })
  const submit = async (
    player: Player,
    fields: Record<string, string> = {},
    file?: Picture,
    headers?: Record<string, string>,
  ) =>
    player.market === 'IN'
      ? player.form(
          india,
          { payment_detail_id: '1', amount: '500', utr: utr(), ...fields },
          file ?? (await image()),
          headers,
        )
      : player.form(namibia, { manual_deposit_id: '2', amount: '500', utr: utr(), ...fields }, file, headers)
  return {
    ...{ utr, image, submit },
    async submitted(player: Player, fields?: Record<string, string>) {
      const answer = await submit(player, fields)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
      return answer.json.data.deposit as { id: string }
    },
  }
}

/** Deposits of Namibia under an operator's hands. */
export function openJudging() {
  let references = 0
  const picture = async (seed: number) => ({ name: 'shot.png', type: 'image/png', bytes: await screenshot(seed) })
  const reference = () => `JUDGE${++references}`
  const seenBy = async (operator: Operator, id: string) => (await operator.get(`/staff/deposits/${id}`)).json.deposit
  return {
    ...{ picture, reference, seenBy },
    async submitted(player: Player, fields: Record<string, string> = {}, seed?: number): Promise<string> {
      const file = seed === undefined ? undefined : await picture(seed)
      const typed = { manual_deposit_id: '2', amount: '500', utr: reference(), ...fields }
      const answer = await player.form(namibia, typed, file)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
      return answer.json.data.deposit.id
    },
    /** An operator's action on the deposit's present version. */
    decide: async (operator: Operator, id: string, name: string, body: Record<string, unknown> = {}): Promise<Answer> =>
      operator.post(`/staff/deposits/${id}/${name}`, { version: (await seenBy(operator, id)).version, ...body }),
    own: async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit,
  }
}
