import type { World } from './world.ts'

type Player = Awaited<ReturnType<World['player']>>

const base = '/player/deposit-namibia/kazang-deposit'

/** A player's voucher calls, and the resulting balance. */
export const openVouchers = (world: () => World) => ({
  check: (player: Player, pin: string) => player.form(`${base}/check-voucher-status`, { pin }),
  redeem: (player: Player, pin: string) => player.post(`${base}/redeem_voucher`, { pin }),
  cash: async (player: Player) => (await world().balance(player.id)).cashMinor,
  deposit: async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit,
})
