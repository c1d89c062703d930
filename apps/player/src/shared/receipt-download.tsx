import type { paymentPostings } from '@dhow/contract/receipts'
import type { ReplyOf } from '@dhow/contract/operation'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { useToast } from '@dhow/ui/toast'
import { fetchFile, saveFile } from './download.ts'
import { sayFault } from './faults.ts'
import { useWords } from './words/words.tsx'

// The paths are written here, because the list of calls is part of the portal's first script.

/** Numbers of a payment's movements, the first one first. */
export async function fetchReceipts(paymentId: string): Promise<string[]> {
  const response = await fetchFile(`/player/payments/${paymentId}/postings`)
  if (!response.ok) throw new Error(`the receipts answered ${response.status}`)
  // The server checks its replies against the contract.
  const { postings } = (await response.json()) as ReplyOf<typeof paymentPostings>
  return postings.map(({ posting }) => `DHOW-${posting}`)
}

/**
 * A movement's receipt by its number, such as `DHOW-12`, as a page to keep that anybody can check. It is in the log some seconds after the money
 * moved; before that, the player is asked to try again.
 */
export function ReceiptDownload({ receipt }: { receipt: string }) {
  const words = useWords()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const response = await fetchFile(`/player/receipts/${receipt.replace('DHOW-', '')}/page`)
      if (response.status === 409) return toast(await sayFault({ code: 'receipt_pending', params: {} }), 'info')
      await saveFile(response, `${receipt.toLowerCase()}.html`)
    } catch {
      toast(words.failures.pleaseTryAgain, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <p>
      {words.payment.receipt}:{' '}
      <Button kind="plain" small busy={busy} onClick={() => void save()}>
        {receipt}
      </Button>
    </p>
  )
}
