import { expect, it } from 'vitest'
import { blocks, commands, hasTools, runPage } from './testing/check-by-hand.ts'

it('check-by-hand.md has an output after each command', () => {
  expect(blocks.map(({ kind }) => kind)).toEqual(commands.flatMap(() => ['sh', 'text']))
  expect(commands.length).toBe(11)
})

it.skipIf(!hasTools)('the commands of check-by-hand.md print the shown output', () => {
  const { outputs, stderr } = runPage()
  expect(stderr).toBe('')
  expect(outputs).toEqual(blocks.filter(({ kind }) => kind === 'text').map(({ text }) => text))
})
