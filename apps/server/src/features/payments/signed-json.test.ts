import { describe, expect, it } from 'vitest'
import { memberText, numbersAsText } from '../../platform/signed-json.ts'

describe('signed JSON', () => {
  it.each([
    ['{"a":1,"transactions":[{"x":"]"}, 2],"b":2}', '[{"x":"]"}, 2]'],
    ['{ "transactions" : 6008.40 }', '6008.40'],
    ['{"x":{"transactions":[1]},"transactions":[]}', '[]'],
    ['{"transactions":{"a":"\\"}"}}', '{"a":"\\"}"}'],
    ['{"tr\\u0061nsactions":"x"}', '"x"'],
  ])('%s', (json, text) => expect(memberText(json, 'transactions')).toBe(text))
  it.each([
    '{"transactions":1,"transactions":2}',
    '[{"transactions":1}]',
    '{}',
    'null',
    '"transactions"',
    '{"transactions":',
  ])('%s has none', (json) => expect(memberText(json, 'transactions')).toBeUndefined())
  it('keeps numbers as written', () =>
    expect(numbersAsText('{"a":100.0,"b":"2.50","c":[9007199254740993,-1e3],"d":"x\\"1\\""}')).toEqual({
      a: '100.0',
      b: '2.50',
      c: ['9007199254740993', '-1e3'],
      d: 'x"1"',
    }))
})
