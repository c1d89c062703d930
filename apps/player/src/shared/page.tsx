import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import styles from './page.module.css'

/** One screen's frame: its title in the tab and on top, where focus goes when the player arrives. */
export function Page({
  title,
  lead,
  children,
  wide = false,
  tools,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
  wide?: boolean
  tools?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={wide ? styles['wide'] : styles['narrow']}>
      <div className={styles['head']}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead ? <p className={styles['lead']}>{lead}</p> : null}
        </div>
        {tools}
      </div>
      {children}
    </div>
  )
}

/** Where a page that the server draws leaves its title. */
export const HeadContext = createContext<{ title: string } | undefined>(undefined)

export function useTitle(title: string) {
  const head = useContext(HeadContext)
  const whole = `${title} · Dhow`
  // oxlint-disable-next-line react/immutability -- the server reads it once the page is drawn; a browser has none
  if (head) head.title = whole
  useEffect(() => {
    document.title = whole
  }, [whole])
}
