import { expect, it } from 'vitest'
import { OperatorError } from './process.ts'
import { openSettings, refuseFaults, type Setting } from './settings.ts'

const rows: Setting[] = [
  { name: 'PORT', kind: 'port', default: '8080' },
  { name: 'FREE_PORT', kind: 'port', least: 0, default: '0' },
  { name: 'WAIT_MS', kind: 'number', least: 500, most: 60_000, default: '7000' },
  { name: 'MODE', kind: 'choice', choices: ['sandbox', 'live'], default: 'sandbox' },
  { name: 'ORIGIN', kind: 'origin', default: '' },
]

it('reads a trimmed text, and the default instead of an empty one', () => {
  const { value, optional, number, faults } = openSettings(rows, { WAIT_MS: ' 900 ', MODE: ' ' })
  expect([number('WAIT_MS'), value('MODE'), number('PORT'), number('FREE_PORT'), optional('ORIGIN')]).toEqual([
    900,
    'sandbox',
    8080,
    0,
    undefined,
  ])
  expect(faults).toEqual([])
})

it.each([
  ['PORT', '70000', 'PORT is "70000"; it has to be a port from 1 to 65535.'],
  ['PORT', '0', 'PORT is "0"; it has to be a port from 1 to 65535.'],
  ['WAIT_MS', '499', 'WAIT_MS is "499"; it has to be a whole number from 500 to 60000.'],
  ['WAIT_MS', '7e3', 'WAIT_MS is "7e3"; it has to be a whole number from 500 to 60000.'],
  ['MODE', 'prod', 'MODE is "prod"; it has to be one of sandbox, live.'],
  [
    'ORIGIN',
    'https://a.example/b',
    'ORIGIN is "https://a.example/b"; it has to be an origin such as https://play.example.com, without a path.',
  ],
])('refuses %s=%s in one sentence, even if read twice', (name, text, sentence) => {
  const { value, faults } = openSettings(rows, { [name]: text })
  value(name)
  value(name)
  expect(() => refuseFaults(faults)).toThrow(new OperatorError(sentence))
  expect(faults).toHaveLength(1)
})

it('refuses to read a name without a row', () => {
  expect(() => openSettings(rows, {}).value('PROT')).toThrow('settings.json has no row PROT')
})
