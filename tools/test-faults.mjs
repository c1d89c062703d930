// Reporter of Vitest: writes a file with each failure of a run, so that npm test can end with them; it runs for half an hour, and a log may be kept from its end only.
import { writeFileSync } from 'node:fs'

const linesOfFault = 8

const shown = ({ message = '', stack = '' }) =>
  [message, ...stack.split('\n').filter((line) => line.includes('at ') || line.startsWith(' ❯'))]
    .join('\n')
    .split('\n')
    .slice(0, linesOfFault)
    .join('\n')

/** Failures of one module: of itself, of the hooks of its groups, and of its tests. */
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
