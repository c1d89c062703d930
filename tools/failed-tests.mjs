import { relative } from 'node:path'

/**
 * The failed tests of vitest's JSON report, each by its file, its name and the first line of why. A file that failed before its first
 * test, or after its last one, is named itself.
 */
export function failedInVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0)
      return failed.map(({ fullName, failureMessages }) => line(file, fullName, failureMessages?.[0]))
    return status === 'failed' ? [line(file, 'the file itself', message)] : []
  })
}

/** How many tests say of themselves that they do not fit, in whichever project of the run they stand. */
export function leftOutInVitest({ testResults }) {
  const ran = new Map()
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status } of assertionResults) {
      const test = `${name} > ${fullName}`
      ran.set(test, ran.get(test) || !['pending', 'skipped', 'todo', 'disabled'].includes(status))
    }
  return [...ran.values()].filter((hasRun) => !hasRun).length
}

/** The failed journeys of Playwright's report, named so too, and what went wrong outside of them. */
export function failedInPlaywright({ suites, errors = [] }) {
  const failed = specsOf(suites).filter(({ status }) => status === 'unexpected')
  return [
    ...failed.map(({ file, title, message }) => line(file, title, message)),
    ...errors.map(({ message }) => line('outside the journeys', 'an error', message)),
  ]
}

/** The journeys that failed at first and passed then: a test that is red by chance is soon one that is red. */
export const triedTwice = ({ suites }) =>
  specsOf(suites)
    .filter(({ status }) => status === 'flaky')
    .map(({ file, title, message }) => line(file, title, message))

function specsOf(suites = [], above = '') {
  return suites.flatMap((suite) => {
    const path = suite.title === suite.file ? above : `${above}${suite.title} > `
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        file: spec.file,
        title: path + spec.title,
        status,
        message: results.flatMap(({ errors }) => errors ?? [])[0]?.message,
      })),
    )
    return [...own, ...specsOf(suite.suites, path)]
  })
}

// eslint-disable-next-line no-control-regex -- the reports keep the colours of the terminal
const colours = /\u001b\[[\d;]*m/g

function line(file, name, message = '') {
  const why = message.replace(colours, '').split('\n')[0].trim().slice(0, 160)
  return `${file} > ${name}${why === '' ? '' : `: ${why}`}`
}
