// Vitest reporter: writes each failure to a file, so that npm test can repeat them at the end of its long log.
import { writeFileSync } from 'node:fs'

const linesOfFault = 8

const shown = ({ message = '', stack = '' }) =>
  [message, ...stack.split('\n').filter((line) => line.includes('at ') || line.startsWith(' ❯'))]
    .join('\n')
    .split('\n')
    .slice(0, linesOfFault)
    .join('\n')

/** Failures of one module: its own, of hooks, and of tests. */
function* faultsOf(module) {
  const file = `${module.project.name} ${module.relativeModuleId}`
  for (const error of module.errors()) yield `${file}\n${shown(error)}`
  for (const suite of module.children.allSuites())
    for (const error of suite.errors()) yield `${file} > ${suite.fullName}\n${shown(error)}`
  for (const test of module.children.allTests('failed'))
    for (const error of test.result().errors ?? []) yield `${file} > ${test.fullName}\n${shown(error)}`
}

export default class TestFaults {
  onInit({ config }) {
    this.file = config.outputFile?.faults
  }

  onTestRunEnd(modules, errorsOutsideTests) {
    const faults = [
      ...errorsOutsideTests.map((error) => `outside a test: ${error.type ?? ''}\n${shown(error)}`),
      ...modules.flatMap((module) => [...faultsOf(module)]),
    ]
    writeFileSync(this.file, JSON.stringify(faults))
  }
}
