import { calls } from '@dhow/contract/calls'
import { depositFamilies } from '@dhow/contract/deposit-families'
import { describe, expect, it } from 'vitest'
import { rowOf } from '../../app/app.tsx'
import { families, placeOfMethod } from './families.ts'

describe('the manual families', () => {
  it('are those of the contract, each with its own id field', () => {
    const known = Object.values(families).map(({ family, idField }) => [family, idField])
    const agreed = Object.entries(depositFamilies).map(([family, { idField }]) => [family, idField])
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(agreed))
  })

  it.each(Object.entries(families))('%s asks and submits at its own address', (path, row) => {
    const { base } = depositFamilies[row.family]
    expect(calls[row.details]).toBe(`GET ${base}/get-payment-details`)
    expect(calls[row.submit]).toBe(`POST ${base}/send-deposit-request`)
    if (path.startsWith('/deposit-namibia/')) expect(`/player${path}`).toBe(`${base}/get-payment-details`)
  })

  it.each(Object.entries(families))('%s and its history are screens for players', (path, row) => {
    for (const place of [path, row.history]) expect(rowOf(place)?.access).toBe('player')
  })
})

describe('the chooser', () => {
  it.each([
    ['manual', '/deposit-namibia/manual-deposit/get-payment-details'],
    ['namibia', '/deposit-namibia/manual-deposit/get-payment-details'],
    ['india', '/manual-deposit-india'],
    ['easypay', '/deposit-namibia-kazang'],
    ['easy wallet', '/deposit-namibia/easy-wallet-deposit/get-payment-details'],
    ['blue wallet', '/deposit-namibia/blue-wallet-deposit/get-payment-details'],
    ['nedbank wallet', '/deposit-namibia/nedbank-wallet-deposit/get-payment-details'],
    ['access money', '/deposit-namibia/access-money-wallet-deposit/get-payment-details'],
    ['e-wallet', '/deposit-namibia/ewallet-deposit/get-payment-details'],
  ])('leads from %s to %s', (name, path) => expect(placeOfMethod[name]).toEqual({ to: path }))

  it('leaves the portal for apay', () => expect(placeOfMethod['apay']).toEqual({ redirect: true }))
})
