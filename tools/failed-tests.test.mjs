import { expect, it } from 'vitest'
import { failedInPlaywright, failedInVitest, leftOutInVitest, triedTwice } from './failed-tests.mjs'

const passed = { status: 'passed', fullName: 'counts', failureMessages: [] }

it('names each failed test with the first line of why', () => {
  const failed = { status: 'failed', fullName: 'a wallet > adds', failureMessages: ['Error: 1 is not 2\n    at a.ts'] }
  const testResults = [{ name: '/repository/apps/a.test.ts', status: 'failed', assertionResults: [passed, failed] }]
  expect(failedInVitest({ testResults }, '/repository')).toEqual([
    'apps/a.test.ts > a wallet > adds: Error: 1 is not 2',
  ])
})

it('names a file that failed outside its tests', () => {
  const testResults = [
    { name: '/repository/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [passed] },
    { name: '/repository/b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
  ]
  expect(failedInVitest({ testResults }, '/repository')).toEqual(['a.test.ts > the file itself: no such module'])
})

it('counts what ran in no project of the run as left out, once', () => {
  const file = (name, ...tests) => ({
    name: `/repository/${name}`,
    assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
  })
  const testResults = [
    file('a.test.ts', ['here alone', 'passed'], ['nowhere', 'pending']),
    file('a.test.ts', ['here alone', 'pending'], ['nowhere', 'pending']),
    file('b.test.ts', ['here alone', 'skipped'], ['fails', 'failed']),
  ]
  expect(leftOutInVitest({ testResults })).toBe(2)
})

it('names journeys, those of a group by the group, and tells a second try from a failure', () => {
  const spec = (title, status, message) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }, { errors: [] }] }],
  })
  const suites = [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [spec('sails', 'unexpected', '\u001b[31mError: late\u001b[39m\nmore'), spec('lands', 'expected')],
      suites: [{ title: 'the harbour', file: 'a.spec.ts', specs: [spec('opens', 'flaky', 'Error: shut')] }],
    },
  ]
  expect(failedInPlaywright({ suites })).toEqual(['a.spec.ts > sails: Error: late'])
  expect(triedTwice({ suites })).toEqual(['a.spec.ts > the harbour > opens: Error: shut'])
  expect(failedInPlaywright({ suites: [], errors: [{ message: 'no tests found' }] })).toEqual([
    'outside the journeys > an error: no tests found',
  ])
})
