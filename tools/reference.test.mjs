import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outdated } from './generated.mjs'
import { settingGroups } from './settings.mjs'
import { readSources } from '../packages/lint/sources.mjs'

const rows = settingGroups.flatMap(({ settings }) => settings)

describe('the settings', () => {
  it('have one row each, with a description', () => {
    const names = rows.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    for (const { name, text } of rows) expect([name, text.length > 10]).toEqual([name, true])
  })

  it('read by the programs all have a row, and each row is read', () => {
    const read = new Set()
    for (const [path, text] of readSources()) {
      if (
        !/^apps\/\w+\/src\/(?:config|[a-z]+-settings)\.ts$|^(?:tools|e2e|deploy|packages\/platform\/testing)\/.*(?<!\.test)\.mjs$|^apps\/server\/test\//.test(
          path,
        )
      )
        continue
      const names = /(?:config|-settings)\.ts$/.test(path)
        ? /'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g
        : /process\.env(?:\.|\[')(DHOW_[A-Z0-9_]+)/g
      for (const [, name] of text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '').matchAll(names)) read.add(name)
    }
    // The two gateways have the same settings with different prefixes.
    for (const gateway of ['SMS', 'SMS_2']) {
      if (!read.delete(gateway)) continue
      for (const part of ['URL', 'KEY', 'REPORT_KEY']) read.add(`${gateway}_${part}`)
    }
    const markets = ['NA', 'IN']
    expect([...read].filter((name) => !markets.includes(name)).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('are all listed by npm start -- --help', () => {
    const help = execFileSync(process.execPath, ['tools/start.mjs', '--help'], { encoding: 'utf8' })
    for (const { name, text } of rows) expect(help).toContain(`${name.padEnd(30)} ${text}`)
  })
})

describe('the reference', () => {
  it('is outdated if a page is missing or differs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dhow-reference-'))
    try {
      writeFileSync(join(folder, 'same.md'), 'one')
      writeFileSync(join(folder, 'changed.md'), 'one')
      const pages = new Map([
        ['same.md', 'one'],
        ['changed.md', 'two'],
        ['missing.md', 'three'],
      ])
      expect(outdated(pages, folder).map(([name]) => name)).toEqual(['changed.md', 'missing.md'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
