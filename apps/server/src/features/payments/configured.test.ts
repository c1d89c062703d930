import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { depositFamilies, familyRows } from '@dhow/contract/deposit-families'
import { afterAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { readConfig } from '../../config.ts'
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

/** An invented payment service of the operator's file. */
const row = {
  code: 'kudu-pay',
  name: 'Kudu Pay',
  market: 'NA',
  url: 'https://api.kudu.example/v1',
  key: 'the key of the tests at Kudu',
  webhook_secrets: [`whsec_${Buffer.from('a secret of the tests, long enough').toString('base64')}`],
  min: '10.00',
  max: '5000.00',
}
const folder = mkdtempSync(join(tmpdir(), 'dhow-services-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
function fileOf(rows: unknown): string {
  const path = join(folder, 'services.json')
  writeFileSync(path, JSON.stringify(rows))
  return path
}

describe('in live mode', () => {
  it('a service without its settings is absent, even if the sandbox has it', () => {
    const { voucher, aPay: payment, payout } = readConfig(live)
    expect([voucher, payment, payout]).toEqual([undefined, undefined, undefined])
  })

  it('reported payments are readable only with a key of the minimum length', () => {
    expect(readConfig(live).bankFeedKey).toBeUndefined()
    expect(() => readConfig({ ...live, BANK_FEED_KEY: 'short' })).toThrow('BANK_FEED_KEY needs at least 24 characters.')
    const key = 'a key of the treasury’s program'
    expect(readConfig({ ...live, BANK_FEED_KEY: key }).bankFeedKey).toBe(key)
  })

  it('a service with its settings is present', () => {
    const config = readConfig({ ...live, ...aPay, VOUCHER_URL: 'https://issuer.example', VOUCHER_KEY: 'key' })
    expect(config.voucher).toEqual({ url: 'https://issuer.example', key: 'key' })
    expect(config.aPay).toMatchObject({ url: 'https://a-pay.example', projectId: '7', privateKey: 'private' })
  })

  it('a partly configured service is refused, with the names of missing settings', () => {
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

  it('other payment services are rows of a file, without the sandbox’s', () => {
    expect(readConfig(live).paymentServices).toEqual([])
    expect(readConfig({ ...live, PAYMENT_SERVICES: fileOf([row]) }).paymentServices).toMatchObject([
      { code: 'kudu-pay', url: 'https://api.kudu.example/v1', min: '10.00' },
    ])
  })

  it.each<[string, unknown, string]>([
    ['no webhook secret', { ...row, webhook_secrets: undefined }, 'row 1 (kudu-pay): webhook_secrets is missing.'],
    ['a short one', { ...row, webhook_secrets: ['whsec_c2hvcnQ='] }, 'whsec_ and at least 24 bytes in base64.'],
    ['no key', { ...row, key: '' }, 'row 1 (kudu-pay): key is missing.'],
    ['an address that is not https', { ...row, url: 'http://api.kudu.example' }, 'url has to begin with https://'],
    ['an address with a slash at its end', { ...row, url: 'https://api.kudu.example/' }, 'without a slash at its end.'],
    ['a market that is none', { ...row, market: 'ZA' }, 'row 1 (kudu-pay): market has to be NA or IN.'],
    ['the code of another', { ...row, code: 'apay' }, 'row 1 (apay): code is taken.'],
    ['limits the wrong way round', { ...row, max: '5.00' }, 'row 1 (kudu-pay): max has to be above min.'],
    ['a word that is no setting', { ...row, secret: 'x' }, 'secret is no setting of a payment service.'],
    ['no row', 'kudu', 'row 1: the row is no row of settings.'],
  ])('a row with %s is refused by the name of what is wrong, without its values', (_what, wrong, sentence) => {
    const read = () => readConfig({ ...live, PAYMENT_SERVICES: fileOf([wrong]) })
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(row.key)
  })

  it('a file that is missing, no list, or repeats a code is refused', () => {
    expect(() => readConfig({ ...live, PAYMENT_SERVICES: '/nowhere/services.json' })).toThrow('cannot be read')
    expect(() => readConfig({ ...live, PAYMENT_SERVICES: fileOf({}) })).toThrow('has to be a list of payment services.')
    expect(() => readConfig({ ...live, PAYMENT_SERVICES: fileOf([row, row]) })).toThrow('stands there twice.')
  })
})

describe('in live mode without a legal basis', () => {
  let world: World
  afterAll(() => world.close())

  it('no money moves in or out, even with every service configured and a signed-in player', async () => {
    const { SECRET_KEY: _own, SMS_URL: _inbox, ...mode } = live
    world = await openWorld({
      ...mode,
      ...aPay,
      PAYMENT_SERVICES: fileOf([row]),
      VOUCHER_URL: 'https://issuer.example',
      VOUCHER_KEY: 'key',
    })
    const [player, indian] = [await world.player(), await world.player({ market: 'IN' })]
    for (const who of [player, indian])
      expect((await who.get('/player/payment-services/payment-methods')).json.methods).toEqual([])
    const start = '/player/payment-services/a-pay?return_url=/&custom_transaction_id=TXN1'
    const answers = [
      await indian.get(start),
      await player.post('/player/payment-services/kudu-pay/payments', {
        return_url: '/',
        custom_transaction_id: 'TXN1',
      }),
      await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin: '1234567890123456' }),
      await player.form('/player/deposit-namibia/kazang-deposit/check-voucher-status', { pin: '1234567890123456' }),
    ]
    for (const { base, idField, market } of Object.values(depositFamilies)) {
      const who = market === 'IN' ? indian : player
      answers.push(
        await who.form(`${base}/send-deposit-request`, { [idField]: '1', amount: '500', utr: '123456789012' }),
      )
      answers.push(await who.get(`${base}/get-payment-details`))
    }
    expect(answers.map((answer) => [answer.status, answer.json.code])).toEqual(
      answers.map(() => [403, 'deposits_unavailable']),
    )
    for (const who of [player, indian]) {
      await world.fund(who.id, '500.00')
      const asked = await who.post('/player/withdrawals', { amount: '400', payout_account_id: 'pac_1', otp: '000000' })
      expect([asked.status, asked.json.code]).toEqual([403, 'withdrawals_unavailable'])
      expect((await world.balance(who.id)).cashMinor).toBe(50_000n)
    }
  })
})

describe('without a voucher issuer and a payment service', () => {
  let world: World
  afterAll(() => world.close())

  it('neither is in the chooser or can be called, and postbacks are refused', async () => {
    world = await openWorld()
    const [player, indian] = [await world.player(), await world.player({ market: 'IN' })]
    const names = async (who: typeof player) =>
      (await who.get('/player/payment-services/payment-methods')).json.methods.map((row: { name: string }) => row.name)
    expect([...(await names(player)), ...(await names(indian))]).not.toContain('easypay')
    const ofIndia = familyRows.filter(({ market }) => market === 'IN').map(({ names: [name] }) => name)
    expect(await names(indian)).toEqual(ofIndia)
    const pin = '1234567890123456'
    expect((await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })).json.code).toBe(
      'method_unavailable',
    )
    const start = '/player/payment-services/a-pay?return_url=/&custom_transaction_id=TXN1'
    expect((await indian.get(start)).json.code).toBe('method_unavailable')
    // Signed with empty keys, which must not be accepted.
    const signature = signatureOf('[{}]', { accessKey: '', privateKey: '' })
    const forged = `{"access_key":"","signature":"${signature}","transactions":[{}]}`
    const answer = await world.visitor().post('/payment-services/a-pay/postback', forged)
    expect([answer.status, answer.json]).toEqual([401, { status: 'ERROR', code: 'signature_invalid' }])
    const other = await world.visitor().post('/payment-services/kudu-pay/webhook', '{}')
    expect([other.status, other.json]).toEqual([401, { status: 'ERROR', code: 'signature_invalid' }])
  })
})
