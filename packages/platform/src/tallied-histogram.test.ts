import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { TalliedHistogram } from './tallied-histogram.ts'

it('has the same output as the library’s for the same values', async () => {
  const [tallied, library] = [new Registry(), new Registry()]
  const options = { name: 'dhow_test_seconds', help: 'Time', labelNames: ['call', 'outcome'], buckets: [0.1, 0.5, 2.5] }
  const own = new TalliedHistogram({ ...options, registers: [tallied] })
  const its = new Histogram({ ...options, registers: [library] })
  const values = [0, 0.1, 0.100001, 0.5, 2.5, 2.6, 1e9]
  for (const [at, value] of [...values, ...values].entries()) {
    const labels = { call: at % 2 === 0 ? 'bet' : 'win', outcome: at < 3 ? 'silent' : 'answered' }
    own.tally(`${labels.call} ${labels.outcome}`, labels, value)
    its.observe(labels, value)
  }
  expect(await tallied.metrics()).toBe(await library.metrics())
})
