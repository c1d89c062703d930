// Checks that each template of the cluster's configuration has all its values, and that the page for real machines names each file.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fillTemplate, missingEngines } from './program/engines.mjs'
import { planFrom, valuesOf } from './program/plan.mjs'

const folder = fileURLToPath(new URL('./', import.meta.url))
const files = readdirSync(folder).filter((name) => name !== 'program' && !name.endsWith('.mjs'))
const plan = planFrom(9_100, '/srv/cluster', {
  ...{ superuserPassword: 'a', replicationPassword: 'b', rewindPassword: 'c', ownerPassword: 'd' },
  ...{ serverPassword: 'e', studioPassword: 'f', natsPassword: 'g', studioSecretPassword: 'h' },
})

it.each(files)('%s has all its values, and its page names it', (file) => {
  const filled = fillTemplate(file, { ...valuesOf(plan, 2), postgresPrograms: '/usr/lib/postgresql/15/bin' })
  expect(filled).not.toMatch(/\{\{|undefined/)
  expect(readFileSync(new URL('../../docs/operating/cluster.md', import.meta.url), 'utf8')).toContain(
    `../../deploy/cluster/${file})`,
  )
})

it('each part has its own port', () => {
  const ports = Object.values(plan.ports)
  expect(new Set(ports).size).toBe(ports.length)
  expect(ports.length).toBe(31)
})

it('missing programs are named by their Debian packages', () => {
  expect(missingEngines(() => undefined, undefined)).toEqual([
    'postgresql',
    'etcd-server',
    'patroni',
    'pgbouncer',
    'haproxy',
    'nats-server',
  ])
  expect(missingEngines((program) => `/usr/bin/${program}`, '/usr/lib/postgresql/15/bin')).toEqual([])
})

it('the page names each drill, and no other', () => {
  const rows = readFileSync(new URL('../../bench/cluster/drills.mjs', import.meta.url), 'utf8')
  const [, table] = /export const drills = \{\n(.+?)\n\}\n/s.exec(rows)
  const named = [...table.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name)
  const page = readFileSync(new URL('../../docs/operating/cluster.md', import.meta.url), 'utf8')
  const [, drills] = /\n\| Drill \| Breaks \| Bars \|\n\|---\|---\|---\|\n(.+?)\n\n/s.exec(page)
  expect([...drills.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name).toSorted()).toEqual(named.toSorted())
  expect(named.length).toBeGreaterThan(5)
})
