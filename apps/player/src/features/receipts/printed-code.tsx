import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { receiptPath } from '../../app/paths.ts'
import { QrCode } from '../../shared/qr-code.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './receipts.module.css'

/** A code of the greatest size holds so many bytes. */
const bytesAtMost = 2_953

/**
 * On paper alone: the whole receipt as a QR code, so that a printed one is checked without us. A receipt that is too long for one, because many
 * witnesses have signed, has its address there.
 */
export function PrintedCode({ receipt, posting }: { receipt: string; posting: string }) {
  const { receipt: words } = useWords()
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  const isWhole = new TextEncoder().encode(receipt).length <= bytesAtMost
  return (
    <div className={styles['code']} data-whole={isWhole}>
      <QrCode
        text={isWhole ? receipt : new URL(receiptPath(posting), location.href).href}
        label={isWhole ? words.qr : words.qrLink}
      />
      <p>{isWhole ? words.qrText : words.qrLink}</p>
    </div>
  )
}

/** Whether the page is being printed: such a code has some ten thousand squares, which nobody needs on a screen. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture of the page as soon as the listeners have returned.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}
