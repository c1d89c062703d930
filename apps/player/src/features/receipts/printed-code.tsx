import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { receiptPath } from '../../app/paths.ts'
import { QrCode } from '../../shared/qr-code.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './receipts.module.css'

/** Capacity of the largest QR code, in bytes. */
const maxBytes = 2_953

/**
 * For print only: the whole receipt as a QR code, so that a printed one can be verified without us. A receipt too long for one, because of many
 * witness signatures, gets its address instead.
 */
export function PrintedCode({ receipt, posting }: { receipt: string; posting: string }) {
  const { receipt: words } = useWords()
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  const isWhole = new TextEncoder().encode(receipt).length <= maxBytes
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

/** Whether the page is being printed. A large code has about ten thousand squares, too many to render on screen for nothing. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Render synchronously: the browser prints as soon as the listeners return.
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
