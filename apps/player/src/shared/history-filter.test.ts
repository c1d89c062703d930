import { describe, expect, it } from 'vitest'
import { filterOf, withFilter } from './history-filter.ts'

const states = ['pending', 'completed']

describe('the filters in the address', () => {
  it('are read back unchanged', () =>
    expect(filterOf(new URLSearchParams('state=pending&from=2026-01-02&to=2026-02-03'), states)).toEqual({
      state: 'pending',
      from: '2026-01-02',
      to: '2026-02-03',
    }))

  it.each(['state=nonsense', 'from=yesterday', 'to=2026-13-40', 'state=', ''])('leave out %s', (search) =>
    expect(filterOf(new URLSearchParams(search), states)).toEqual({ state: undefined, from: undefined, to: undefined }),
  )

  it('change one by one, and an empty one is removed', () => {
    const search = withFilter(new URLSearchParams('state=pending&other=1'), 'from', '2026-01-02')
    expect(search.toString()).toBe('state=pending&other=1&from=2026-01-02')
    expect(withFilter(search, 'state', '').toString()).toBe('other=1&from=2026-01-02')
  })
})
