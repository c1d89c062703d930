import { createContext, useContext, useEffect, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Kbd } from '@dhow/ui/kbd'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** Opens the next entry of a queue; undefined while the shown one is still in it. */
export const NextContext = createContext<(() => void) | undefined>(undefined)

/** True once the selected entry was decided: it left the queue while others stayed. */
export function useHasLeft(items: readonly { id: string }[], selected: string | undefined): boolean {
  const [seen, setSeen] = useState<string>()
  const isThere = items.some(({ id }) => id === selected)
  useEffect(() => {
    if (isThere) setSeen(selected)
  }, [isThere, selected])
  return items.length > 0 && selected !== undefined && seen === selected && !isThere
}

/** Button to the next entry of the queue, in the foot of one that was decided. */
export function NextInQueue() {
  const next = useContext(NextContext)
  if (!next) return null
  return (
    <div className={styles['buttons']}>
      <Button onClick={next}>
        {en.money.next} <Kbd>j</Kbd>
      </Button>
    </div>
  )
}
