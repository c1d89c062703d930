import { operations } from '@dhow/contract/operations'
import { expect, it } from 'vitest'
import { sampleReply } from './sample.ts'

/** Operations with a field that code checks instead of a pattern. */
const isBeyondPattern = ['staffSettings']

const replies = Object.values(operations)
  .flat()
  .filter(({ file, name }) => file === undefined && !isBeyondPattern.includes(name))

it.each([{ isEmpty: false }, { isEmpty: true }])('a sample of every reply fits its schema: %o', (options) => {
  const misfits = replies.filter((operation) => !operation.reply.safeParse(sampleReply(operation, options)).success)
  expect(misfits.map(({ name }) => name)).toEqual([])
})
