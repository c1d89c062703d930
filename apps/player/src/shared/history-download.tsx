import { pathOfCall } from '@dhow/client/caller'
import { calls } from '@dhow/contract/calls'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { useToast } from '@dhow/ui/toast'
import { fetchFile, saveFile } from './download.ts'
import type { HistoryQuery } from './history.tsx'
import { useWords } from './words/words.tsx'

export type DownloadKind = 'deposits' | 'withdrawals' | 'games' | 'wallet' | 'rounds'

/** Download of the history with its filters, as a spreadsheet file; `rounds` also as a file to recompute them from. */
export function HistoryDownload({
  kind,
  filter,
}: {
  kind: DownloadKind
  filter: Omit<HistoryQuery, 'cursor' | 'limit'>
}) {
  const words = useWords()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const isProof = kind === 'rounds'
      const call = isProof ? calls.roundsDownload : calls.historyDownload
      const query = new URLSearchParams(isProof ? {} : { kind })
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
      const response = await fetchFile(`${pathOfCall(call)}?${query}`)
      await saveFile(response, `dhow-${kind}.${isProof ? 'json' : 'csv'}`)
    } catch {
      toast(words.failures.pleaseTryAgain, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" small busy={busy} onClick={() => void save()}>
      {kind === 'rounds' ? words.payment.downloadRounds : words.payment.download}
    </Button>
  )
}
