import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linesOfDemo, readDemo, setDemoSettings } from './seed.mjs'

describe('the settings of the demo', () => {
  it('use their own folder and engine, even if the operator set others', () => {
    const env = { DATA_DIR: '/srv/dhow', DATABASE_URL: 'postgres://localhost/dhow', PORT: '9000' }
    setDemoSettings(env)
    expect(env).toEqual({ DATA_DIR: '.data-demo', PORT: '9000' })
  })

  it('are refused in live mode', () => {
    expect(() => setDemoSettings({ DHOW_MODE: 'live' })).toThrow('unset DHOW_MODE')
  })
})

it('a demo world exists once its sign-ins are written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-demo-'))
  expect(readDemo(folder)).toBeUndefined()
  expect(readDemo(folder, ['--players', '7'])).toBeUndefined()
  const operators = [{ name: 'cashier', role: 'cashier', password: 'four words of it', secret: 'ABCDEF' }]
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ operators }))
  expect(linesOfDemo(readDemo(folder))[0]).toBe('  cashier    cashier  four words of it   authenticator ABCDEF')
  expect(() => readDemo(folder, ['--players', '7'])).toThrow(
    `${folder} has a demo world: delete the folder first, or leave out --players 7.`,
  )
  rmSync(folder, { recursive: true })
})
