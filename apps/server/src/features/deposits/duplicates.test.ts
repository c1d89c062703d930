import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyOf } from '../../../test/receipts/copies.ts'
import { layouts } from '../../../test/receipts/layouts.ts'
import { drawReceipt, makeReceipts } from '../../../test/receipts/receipts.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

let references = 0
async function send(bytes: Buffer): Promise<string> {
  const player = await world.player()
  const answer = await player.form(
    '/player/deposit-namibia/manual-deposit/send-deposit-request',
    { manual_deposit_id: '2', amount: '500', utr: `COPY${++references}` },
    { name: 'shot.png', type: 'image/png', bytes },
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  await world.app.features.deposits.proofs.prepare()
  return answer.json.data.deposit.id
}
const warningsOf = async (id: string) =>
  ((await cashier.get(`/staff/deposits/${id}`)).json.deposit.warnings as { code: string; deposit_id: string | null }[])
    .filter(({ code }) => code.startsWith('proof'))
    .map(({ code, deposit_id: other }) => [code, other])

describe('screenshots of one bank’s layout', () => {
  it('are distinguished, and a changed copy matches only its original', async () => {
    const receipts = makeReceipts(layouts.slice(0, 1), 4, 5)
    const pictures = await Promise.all(receipts.map(drawReceipt))
    const ids: string[] = []
    for (const picture of pictures) ids.push(await send(picture))
    for (const id of ids) expect(await warningsOf(id)).toEqual([])
    const copy = await copyOf(pictures[3]!, receipts[3]!, 'cut, resized and saved again', 9)
    expect(await warningsOf(await send(copy))).toEqual([['proof_copy', ids[3]]])
  })

  it('that were stored before lines were compared are included once they are read', async () => {
    const [receipt] = makeReceipts(layouts.slice(3, 4), 1, 6)
    const picture = await drawReceipt(receipt!)
    const earlier = await send(picture)
    // The state that the former comparison left.
    await world.db.kysely.deleteFrom('deposits.proof_line').execute()
    await world.db.kysely
      .insertInto('deposits.proof_unread')
      .columns(['proof_id'])
      .expression((eb) => eb.selectFrom('deposits.proof').select('id'))
      .execute()
    const later = await send(await copyOf(picture, receipt!, 'taken again', 4))
    expect(await warningsOf(later)).toEqual([])
    await world.app.features.deposits.proofs.readEarlier()
    expect(await warningsOf(later)).toEqual([['proof_copy', earlier]])
    expect(await warningsOf(earlier)).toEqual([])
  })
})
