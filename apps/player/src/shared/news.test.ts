import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { textOf } from '@dhow/contract/player-texts'
import { showNews } from './news.ts'

afterEach(() => vi.unstubAllGlobals())

const seen = async (lang: string, text: ReturnType<typeof textOf>, rewards = true) => {
  vi.stubGlobal('document', { documentElement: { lang, dataset: {} } })
  const client = new QueryClient()
  client.setQueryData(['preferences'], { notifications: { deposits: true, withdrawals: true, rewards } })
  const toast = vi.fn<Parameters<typeof showNews>[1]>()
  await showNews({ seq: 1, type: 'notice', text }, toast, client)
  return toast.mock.calls
}
const expired = textOf('bonus_expired', { amount: '1250.00', currency: 'NAD' })

it.each([
  ['en', 'Your bonus of N$1,250.00 has expired.'],
  ['hi', 'आपके N$1,250.00 के बोनस का समय समाप्त हो गया।'],
  ['af', 'Jou bonus van N$1\u00a0250,00 het verval.'],
])('a notice is shown in the language of the page: %s', async (lang, sentence) => {
  expect(await seen(lang, expired)).toEqual([[sentence, 'good']])
})

it('a notice that is switched off or has an unknown code is not shown', async () => {
  expect(await seen('en', expired, false)).toEqual([])
  expect(await seen('en', { code: 'of_a_newer_server', params: {} })).toEqual([])
})
