import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { amountActions, moneyActions } from '@dhow/contract/money-actions'

const functions = new URL('../../../database/functions/', import.meta.url)
const reasons = new Set<string>(Object.values(moneyActions).flatMap((action) => action.reasons as readonly string[]))

describe('the money actions', () => {
  it('have a row for every reason that SQL posts with', () => {
    const found = new Set<string>()
    for (const name of readdirSync(functions, { recursive: true }) as string[]) {
      if (!name.endsWith('.sql')) continue
      const text = readFileSync(new URL(name, functions), 'utf8')
      if (!/ledger\.post/.test(text)) continue
      // A literal, or built from the kind of call.
      for (const [, kind] of text.matchAll(/'game-(\w+)'/g)) found.add(`game-${kind}`)
      if (/'game-' \|\| p_kind/.test(text))
        for (const [, kind] of text.matchAll(/p_kind = '(\w+)'/g)) found.add(`game-${kind}`)
    }
    expect([...found].toSorted()).toEqual(['game-bet', 'game-betwin', 'game-end', 'game-rollback', 'game-win'])
    expect([...found].filter((reason) => !reasons.has(reason))).toEqual([])
  })

  it('that raise, free or move out money manually have a second person or evidence', () => {
    const open = Object.entries(moneyActions).filter(
      ([, action]) =>
        ['raises', 'moves_out', 'loosens'].includes(action.effect) &&
        action.second === 'never' &&
        action.evidence.length === 0,
    )
    // Sending carries out an approved withdrawal, and never by somebody who handled the other side.
    expect(open.map(([name]) => name)).toEqual(['withdrawal_send'])
  })

  it('have a threshold each if one person may decide', () => {
    expect(amountActions).toContain('withdrawal_return')
    expect(amountActions).not.toContain('settings_loosen')
  })
})
