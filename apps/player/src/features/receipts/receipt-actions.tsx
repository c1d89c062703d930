import type { ReceiptReply } from '@dhow/contract/receipts'
import { formatReceiptPage } from '@dhow/receipts/receipt-page'
import { Button } from '@dhow/ui/button'
import { Row } from '@dhow/ui/layout'
import { downloadFile } from '../../shared/download.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Downloads the receipt as an HTML file that browsers open and checkers read, shares it where possible, prints it. */
export function ReceiptActions({ receipt: { receipt, posting } }: { receipt: ReceiptReply }) {
  const { receipt: words } = useWords()
  const file = new File([formatReceiptPage(receipt)], `dhow-receipt-${posting}.html`, { type: 'text/html' })
  const shared = { files: [file], title: `${words.title} ${posting}` }
  const canShare = typeof navigator.canShare === 'function' && navigator.canShare(shared)
  return (
    <Row>
      <Button onClick={() => downloadFile(file)}>{words.download}</Button>
      {canShare ? (
        <Button kind="quiet" onClick={() => void share(shared, file)}>
          {words.share}
        </Button>
      ) : null}
      <Button kind="quiet" onClick={() => print()}>
        {words.print}
      </Button>
    </Row>
  )
}

/** Shares the file; does nothing if the player cancels, and downloads it if sharing fails. */
async function share(data: ShareData, file: File) {
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) downloadFile(file)
  }
}
