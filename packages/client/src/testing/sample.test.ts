import { operations } from '@dhow/contract/operations'
import { expect, it } from 'vitest'
import { sampleReply } from './sample.ts'

/** Networks of guessing limits are checked by code that no pattern shows. */
const isBeyondPattern = ['staffSettings']

const replies = Object.values(operations)
  .flat()
  .filter(({ file, name }) => file === undefined && !isBeyondPattern.includes(name))

it.each([{ isEmpty: false }, { isEmpty: true }])('a sample of every reply fits its schema: %o', (options) => {
  const misfits = replies.filter((operation) => !operation.reply.safeParse(sampleReply(operation, options)).success)
  expect(misfits.map(({ name }) => name)).toEqual([])
})
