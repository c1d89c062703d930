import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildReceipts } from '../build.mjs'
import { policyText, sampleFiles } from './testing/sample.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const published = join(dist, 'npm')
const folder = mkdtempSync(join(tmpdir(), 'dhow-receipts-'))
const textOf = (name: string) => readFileSync(join(published, name), 'utf8')

beforeAll(() => buildReceipts(), 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the published package', () => {
  it('has at most 25 kB compressed', () => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: published, encoding: 'utf8' }),
    )
    expect(packed.size).toBeGreaterThan(10_000)
    expect(packed.size).toBeLessThanOrEqual(25_000)
  })

  it('imports nothing but Node’s own modules', () => {
    const scripts = readdirSync(published).filter((name) => /\.m?js$/.test(name))
    const asked = scripts.flatMap((name) =>
      [...textOf(name).matchAll(/\bfrom\s*["']([^."'][^"']*)["']/g)].map(([, from]) => from),
    )
    expect(asked.filter((from) => !from?.startsWith('node:'))).toEqual([])
    expect(JSON.parse(textOf('package.json'))).not.toHaveProperty('dependencies')
  })

  it('runs as a command', () => {
    writeFileSync(join(folder, 'policy.txt'), policyText)
    writeFileSync(join(folder, 'receipt.html'), sampleFiles().get('receipt.html') ?? '')
    const command = [join(published, 'receipt.mjs'), 'verify', 'receipt.html', '--policy', 'policy.txt']
    const { status, stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'ok'])
  })
})

describe('the offline page', () => {
  const page = () => readFileSync(join(dist, 'receipt-checker.html'), 'utf8')

  it('is one file that cannot load or send anything', () => {
    expect(page()).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/)
    expect(page()).not.toMatch(
      /\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|importScripts)\b|<link|<img|<iframe|url\(/,
    )
  })
})
