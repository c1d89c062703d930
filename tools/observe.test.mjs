// Rules and dashboards of deploy/observe use only existing metrics, and each alert has a runbook section and tests.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { metricRows } from '../packages/platform/src/metric-rows.ts'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path) => readFileSync(at(path), 'utf8')
const rules = read('deploy/observe/alerts.yml')
const runbook = read('docs/runbook.md')
const dashboards = readdirSync(at('deploy/observe/dashboards')).map((name) => ({
  name,
  ...JSON.parse(read(`deploy/observe/dashboards/${name}`)),
}))
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
const expressions = [
  ...[...rules.matchAll(/^ +expr: '(.*)'$/gm)].map(([, expression]) => expression.replaceAll("''", "'")),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
]

/** Labels added by Prometheus, and a histogram's `le`. */
const everywhere = new Set(['job', 'instance', 'le'])

/** Unknown metrics and labels of an expression. */
function unknownIn(expression) {
  const found = []
  for (const [, name, selector = ''] of expression.matchAll(/\b(dhow_\w+)(?:\{([^}]*)\})?/g)) {
    const base = name.replace(/_(bucket|sum|count)$/, '')
    const row = metricRows[name] ?? (metricRows[base]?.kind === 'histogram' ? metricRows[base] : undefined)
    if (!row) found.push(name)
    for (const [, label] of selector.matchAll(/(\w+)(?:=|!=|=~|!~)"/g))
      if (row && !row.labels.includes(label) && !everywhere.has(label)) found.push(`${name}{${label}}`)
  }
  return found
}

it('rules and dashboards use only existing metrics and labels', () => {
  expect(expressions.length).toBeGreaterThan(50)
  expect(expressions.flatMap(unknownIn)).toEqual([])
})

it.each([
  ['rate(dhow_request_total[5m])', ['dhow_request_total']],
  ['dhow_live_streams_bucket', ['dhow_live_streams_bucket']],
  ['dhow_queue_waiting{name="deposits"}', ['dhow_queue_waiting{name}']],
])('the planted wrong expression %s is found', (expression, found) => {
  expect(unknownIn(expression)).toEqual(found)
})

it('every metric is used in a dashboard or a rule', () => {
  const used = expressions.join('\n')
  expect(
    Object.keys(metricRows).filter((name) => !new RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`).test(used)),
  ).toEqual([])
})

it('each alert links its runbook section with meaning, first check and actions; there are no other sections', () => {
  const sections = runbook.split('\n## ').slice(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(alerts)
  for (const [index, section] of sections.entries())
    expect(section, alerts[index]).toMatch(
      /\*\*Means\*\* \((page|ticket)\): .+\n\n\*\*First look:\*\* .+\n\n\*\*Do:\*\* .+/,
    )
  const named = [...rules.matchAll(/runbook: 'docs\/runbook\.md#(\w+)'/g)].map(([, anchor]) => anchor)
  expect(named).toEqual(alerts.map((name) => name.toLowerCase()))
})

it('each alert has a test where it fires and one where it does not', () => {
  const tests = read('deploy/observe/alerts.test.yml').split('\n  - interval: 1m\n').slice(1)
  const of = (name, fires) =>
    tests.filter((test) => test.includes(`alertname: ${name}\n`) && test.includes('exp_alerts: []') !== fires)
  for (const name of alerts) expect([name, of(name, true).length, of(name, false).length]).toEqual([name, 1, 1])
})

it('dashboards have unique names, panels that do not overlap, and a selectable data source', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  for (const { panels, templating } of dashboards) {
    expect(templating.list[0].query).toBe('prometheus')
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(places.length)
    expect(panels.every(({ datasource }) => datasource.uid === '${source}')).toBe(true)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
it.each([
  hasPromtool
    ? 'promtool: every alert fires and ends as its tests expect'
    : 'promtool is not installed here, so the tests of the alerts did not run (Debian: apt install prometheus)',
])('%s', () => {
  const folder = at('deploy/observe')
  const commands = [
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]
  for (const args of hasPromtool ? commands : []) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
    expect(`${stdout}${stderr}`).toContain('SUCCESS')
    expect(status).toBe(0)
  }
  expect(alerts.length).toBeGreaterThan(20)
})
