import { expect, it } from 'vitest'
import { en } from './en.ts'

/** Words that cashiers did not understand, and their replacements. */
const replaced = [
  ['Take back', 'Reverse credit'],
  ['Came back', 'Returned by bank'],
  ['Not paid', 'Payout failed'],
  ['Put back', 'Release'],
  ['Put aside', 'Dismiss line'],
  ['Look twice', 'Warnings'],
  ['By hand', 'Needs matching'],
  ['Letters', 'Encoding'],
  ['Between columns', 'Delimiter'],
  ['Before the cents', 'Decimal separator'],
  ['Rows above the first line', 'Header rows'],
  ['Day is written', 'Date format'],
  ['Thing', 'Subject'],
  ['Share in per cent', 'Bonus %'],
  ['Times it is staked', 'Wagering requirement (×)'],
  ['Days for the staking', 'Valid for (days)'],
  ['Not with us', 'Missing in ledger'],
  ['Not with them', 'Missing at bank'],
  ['Let the money move', 'Unfreeze wallet'],
  ['Acts', 'Actions'],
  ['Well', 'Status OK'],
  ['Look here', 'Attention'],
  ['Make a batch', 'Create batch'],
  ['Take apart', 'Cancel batch'],
] as const

function* textsOf(words: unknown): Generator<string> {
  if (typeof words === 'string') yield words
  else for (const part of Object.values(words as object)) yield* textsOf(part)
}
const texts = [...textsOf(en)]

it('no sentence names roles that may do something, since roles are only bundles of permissions', () => {
  expect(
    texts.filter((text) => /^only (cashiers|support|finance|risk|marketing|managers|admins)\b/i.test(text)),
  ).toEqual([])
})

it.each(replaced)('no screen of the console has “%s”: it is “%s”', (old, now) => {
  const lower = (text: string) => text.toLowerCase()
  expect(texts.filter((text) => lower(text) === lower(old))).toEqual([])
  expect(texts.filter((text) => text.includes(now))).not.toEqual([])
})
