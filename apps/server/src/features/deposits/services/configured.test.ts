import { afterAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../../test/world.ts'
import { readConfig } from '../../../config.ts'
import { signatureOf } from './a-pay.ts'

const live = {
  DHOW_MODE: 'live',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/dhow',
  SECRET_KEY: 'a key of the tests that is long enough',
  SMS_URL: 'https://sms.example/send',
  SANDBOX_KEY: 'a key that the sandbox would have',
}
const aPay = {
  APAY_URL: 'https://a-pay.example',
  APAY_PROJECT: '7',
  APAY_API_KEY: 'api',
  APAY_ACCESS_KEY: 'access',
  APAY_PRIVATE_KEY: 'private',
}

describe('in live mode', () => {
  it('a service without its settings is not there, whatever the sandbox has', () => {
    const { voucher, aPay: payment, payout } = readConfig(live)
    expect([voucher, payment, payout]).toEqual([undefined, undefined, undefined])
  })

  it('a service with its settings is', () => {
    const config = readConfig({ ...live, ...aPay, VOUCHER_URL: 'https://issuer.example', VOUCHER_KEY: 'key' })
    expect(config.voucher).toEqual({ url: 'https://issuer.example', key: 'key' })
    expect(config.aPay).toMatchObject({ url: 'https://a-pay.example', projectId: '7', privateKey: 'private' })
  })

  it('a service that is half set is refused, with what is missing by its name', () => {
    const { APAY_PRIVATE_KEY, APAY_ACCESS_KEY, ...half } = aPay
    expect(() => readConfig({ ...live, ...half })).toThrow(
      'APAY_ACCESS_KEY, APAY_PRIVATE_KEY are missing beside APAY_URL.',
    )
    expect(() => readConfig({ ...live, PAYOUT_URL: 'https://payout.example' })).toThrow(
      'PAYOUT_KEY is missing beside PAYOUT_URL.',
    )
    expect(() => readConfig({ ...live, VOUCHER_KEY: 'key' })).toThrow('VOUCHER_URL is missing beside VOUCHER_KEY.')
    expect([APAY_PRIVATE_KEY, APAY_ACCESS_KEY]).toEqual(['private', 'access'])
  })
})

describe('in live mode without a legal basis', () => {
  let world: World
  afterAll(() => world.close())

  it('no service takes money, though all are configured and the player is signed in', async () => {
    const { SECRET_KEY: _own, SMS_URL: _inbox, ...mode } = live
    world = await openWorld({ ...mode, ...aPay, VOUCHER_URL: 'https://issuer.example', VOUCHER_KEY: 'key' })
    const [player, indian] = [await world.player(), await world.player({ market: 'IN' })]
    for (const who of [player, indian])
      expect((await who.get('/player/payment-services/payment-methods')).json.methods).toEqual([])
    const start = '/player/payment-services/a-pay?return_url=/&custom_transaction_id=TXN1'
    const answers = [
      await indian.get(start),
      await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin: '1234567890123456' }),
      await player.form('/player/deposit-namibia/kazang-deposit/check-voucher-status', { pin: '1234567890123456' }),
    ]
    expect(answers.map((answer) => [answer.status, answer.json.code])).toEqual(
      answers.map(() => [403, 'deposits_unavailable']),
    )
  })
})

describe('without a voucher issuer and a payment service', () => {
  let world: World
  afterAll(() => world.close())

  it('neither stands in the chooser, neither can be called, and nobody’s postback is believed', async () => {
    world = await openWorld()
    const [player, indian] = [await world.player(), await world.player({ market: 'IN' })]
    const names = async (who: typeof player) =>
      (await who.get('/player/payment-services/payment-methods')).json.methods.map((row: { name: string }) => row.name)
    expect([...(await names(player)), ...(await names(indian))]).not.toContain('easypay')
    expect(await names(indian)).toEqual(['india'])
    const pin = '1234567890123456'
    expect((await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })).json.code).toBe(
      'method_unavailable',
    )
    const start = '/player/payment-services/a-pay?return_url=/&custom_transaction_id=TXN1'
    expect((await indian.get(start)).json.code).toBe('method_unavailable')
    // Signed with keys that are empty, as those of nobody might be taken for.
    const signature = signatureOf('[{}]', { accessKey: '', privateKey: '' })
    const forged = `{"access_key":"","signature":"${signature}","transactions":[{}]}`
    const answer = await world.visitor().post('/payment-services/a-pay/postback', forged)
    expect([answer.status, answer.json]).toEqual([401, { status: 'ERROR', code: 'signature_invalid' }])
  })
})
