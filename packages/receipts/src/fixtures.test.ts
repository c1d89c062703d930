import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sampleFiles } from './testing/sample.ts'

const folder = fileURLToPath(new URL('../fixtures/sample', import.meta.url))

it('the sample files equal the generated ones', () => {
  const recorded = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')])
  expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(sampleFiles()))
})
