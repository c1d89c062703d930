import { describe, expect, it } from 'vitest'
import { parsePolicy } from './policy.ts'
import { formatReceipt, parseReceipt, verifyReceipt } from './receipt.ts'
import { formatReceiptPage, receiptInPage } from './receipt-page.ts'
import { policyText, sampleFiles } from './testing/sample.ts'

const policy = parsePolicy(policyText)
const files = sampleFiles()
const text = files.get('receipt.txt') ?? ''
const page = files.get('receipt.html') ?? ''

describe('a receipt', () => {
  it('verifies, and returns the entry, its position and the witnesses', () => {
    const { entry, proof, checkpoint } = verifyReceipt(text, policy)
    expect(entry).toMatchObject({
      account: 'pl_anna',
      number: 3,
      reason: 'game-win',
      key: 'game:dhow-studio:pl_anna-3',
    })
    expect([proof.index, checkpoint.size, checkpoint.cosignedBy]).toEqual([2, 24, ['w1', 'w2']])
  })

  it('is formatted as parsed', () => expect(formatReceipt(parseReceipt(text))).toBe(text))

  it('is a page without scripts, and verifies from it', () => {
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).not.toMatch(/<script|https?:|src=|href=/)
    expect(verifyReceipt(page, policy)).toEqual(verifyReceipt(text, policy))
  })

  it('is extracted from its page unchanged, with any characters', () => {
    const strange = 'a < b && c > d </pre> &lt; "x" <pre id="receipt">\n'
    expect(receiptInPage(formatReceiptPage(strange))).toBe(strange)
  })
})
