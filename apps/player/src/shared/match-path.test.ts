import { expect, it } from 'vitest'
import { matchPath } from './match-path.ts'

it('gives the parameters of a path', () => {
  expect(matchPath('/play/:game', '/play/dhow')).toEqual({ game: 'dhow' })
  expect(matchPath('/play/:game', '/play/a%20b')).toEqual({ game: 'a b' })
  expect(matchPath('/', '/')).toEqual({})
  expect(matchPath('/payments/:id', '/payments/dep_1/')).toEqual({ id: 'dep_1' })
})

it.each([
  ['/play/:game', '/play'],
  ['/play/:game', '/play/'],
  ['/play/:game', '/play/a/b'],
  ['/receipts', '/receipts/pst_1'],
  ['/How-to-deposit', '/how-to-deposit'],
  ['/', '/x'],
])('%s does not match %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeUndefined()
})

it('leaves an invalid encoding undecoded', () => {
  expect(matchPath('/play/:game', '/play/%E0%A4')).toEqual({ game: '%E0%A4' })
})
