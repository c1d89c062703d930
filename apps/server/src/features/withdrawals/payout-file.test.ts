import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { bankLayouts } from './bank-layouts.ts'
import { fileOf, type PayoutFile } from './payout-file.ts'

const schema = readFileSync(new URL('../../../test/schemas/pain.001.001.03.xsd', import.meta.url), 'utf8')

async function faultsOf(xml: string) {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [{ fileName: 'pain.001.001.03.xsd', contents: schema }],
  })
  return valid ? [] : errors.map((error) => error.message)
}

const account = { holder: 'Operator (Pty) Ltd', number: '62000000001', branch: '480001', bank: 'Bank & Sons', bic: '' }
const payout = {
  payCode: 'W7K2M9QX4T',
  amountMinor: 30_050n,
  holder: 'Ndapewa Nangolo',
  number: '62001234567',
  branch: '480001' as string | null,
  bank: 'Skeleton Coast Bank' as string | null,
}
const file: PayoutFile = {
  batchId: 'bat_01ja2b3c4d5e6f7g8h9jkmnpqr',
  kind: 'bank_na',
  currency: 'NAD',
  madeAt: new Date('2026-11-21T22:30:00.000Z'),
  payOn: '2026-11-22',
  payer: 'Operator',
  account,
  payouts: [payout, { ...payout, payCode: 'W7K2M9QX4U', amountMinor: 1n }],
}
const pain = (change: Partial<PayoutFile> = {}) => fileOf({ ...file, ...change }, 'pain001', 'NA').text

describe('pain.001', () => {
  it.each([
    ['two payouts', {}],
    ['names with markup and of any length', { payouts: [{ ...payout, holder: '<b>&"\u0007'.repeat(40) }] }],
    ['a payout without branch and bank', { payouts: [{ ...payout, branch: null, bank: null }] }],
    [
      'an own account with an IBAN and a BIC',
      { account: { ...account, number: 'DE89370400440532013000', bic: 'FIRNNANX' } },
    ],
    ['an own account without branch and bank', { account: { ...account, branch: '', bank: '' } }],
    ['one hundred rupees', { kind: 'bank_in' as const, currency: 'INR' }],
  ])('of %s validates against the published schema', async (_name, change) => {
    expect(await faultsOf(pain(change))).toEqual([])
  })

  it('names the paying account and bank', () => {
    const xml = pain()
    expect(xml).toContain('<DbtrAcct><Id><Othr><Id>62000000001</Id></Othr></Id><Ccy>NAD</Ccy></DbtrAcct>')
    expect(xml).toContain(
      '<DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>480001</MmbId></ClrSysMmbId><Nm>Bank &amp; Sons</Nm>',
    )
    expect(xml).toContain('<ReqdExctnDt>2026-11-22</ReqdExctnDt>')
    expect(xml).toContain('<CtrlSum>300.51</CtrlSum>')
  })

  it('detects a missing account by the schema', async () => {
    expect(await faultsOf(pain().replace(/<DbtrAcct>.*<\/DbtrAcct>/, ''))).not.toEqual([])
  })

  it('is refused without our own account, and for wallets and UPI', () => {
    expect(() => pain({ account: undefined })).toThrow('payer_account_missing')
    expect(() => pain({ kind: 'wallet_na' })).toThrow('payout_file_unsupported')
    expect(() => pain({ kind: 'upi' })).toThrow('payout_file_unsupported')
  })
})

describe('a bank’s layout', () => {
  it.each(bankLayouts.map((layout) => [layout.name, layout] as const))('%s has each payout once', (_name, layout) => {
    const market = layout.market ?? 'NA'
    const { text } = fileOf({ ...file, kind: market === 'NA' ? 'bank_na' : 'bank_in' }, { layout: layout.code }, market)
    const rows = text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(layout.hasHeader ? 3 : 2)
    for (const row of rows.slice(layout.hasHeader ? 1 : 0)) expect(row.split(',')).toHaveLength(layout.columns.length)
    expect(rows.at(-2)).toContain('300.50')
    expect(rows.at(-2)).toContain('62001234567')
  })

  it('of another market, or for a wallet, is refused', () => {
    expect(() => fileOf(file, { layout: 'in_neft' }, 'NA')).toThrow('payout_file_unsupported')
    expect(() => fileOf({ ...file, kind: 'wallet_na' }, { layout: 'na_fnb' }, 'NA')).toThrow('payout_file_unsupported')
    expect(() => fileOf({ ...file, account: undefined }, { layout: 'na_nedbank' }, 'NA')).toThrow(
      'payer_account_missing',
    )
  })

  it('of a bank is unconfirmed', () => {
    expect(bankLayouts.filter((layout) => layout.isConfirmed).map((layout) => layout.code)).toEqual(['plain'])
  })
})
