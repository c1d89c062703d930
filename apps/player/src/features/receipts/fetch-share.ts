import { ApiError } from '@dhow/client/api-error'
import { parseStatementBody } from '@dhow/receipts/statement-body'
import { call, waitOf } from '../../shared/api.ts'
import { fetchFile } from '../../shared/download.ts'
import type { ShareFiles } from './check-share.ts'

/** Most tries while the newest entry is not in the log yet. */
const maxTries = 5

/** Fetches all files of the player's share. @throws ApiError */
export async function fetchShare(): Promise<ShareFiles> {
  const [share, { days }, keys] = await Promise.all([fetchWithRetry(), call('liabilityDays'), fetchText('/log/keys')])
  const { account, currency, to } = share
  const entries: string[] = []
  for (let after = share.after; after !== to;) {
    const response = await fetchFile(`/player/liabilities/entries?after=${after}&to=${to}`)
    if (!response.ok) throw new Error(`the entries answered ${response.status}`)
    const body = await response.text()
    const last = parseStatementBody('csv', body, { account, currency }).at(-1)
    if (!last) break
    entries.push(body)
    after = last.entry.posting
  }
  return { ...share, entries, keys, roots: days.map(({ root }) => root) }
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.text()
}

async function fetchWithRetry() {
  for (let left = maxTries; ; left--) {
    try {
      return await call('liabilityShare')
    } catch (error) {
      const waitS = waitOf(error)
      if (left === 1 || waitS === undefined || !(error instanceof ApiError) || error.code !== 'receipt_pending')
        throw error
      await new Promise((resolve) => setTimeout(resolve, waitS * 1_000))
    }
  }
}
