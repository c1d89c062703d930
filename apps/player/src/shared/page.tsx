import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import styles from './page.module.css'

/** Top of a screen: what can be drawn of it before anything is known of the player. */
export interface PageHead {
  title: string
  lead?: ReactNode
  wide?: boolean
  tools?: ReactNode
}

/** One screen's frame: its title in the tab and on top, where focus goes when the player arrives. */
export function Page({ title, lead, children, wide = false, tools }: PageHead & { children: ReactNode }) {
  const heading = useHeadingFocus()
  useTitle(title)
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

/**
 * The heading that focus goes to when the player comes from another path, so that keys and readers go on where the new screen begins. A page
 * that has just been opened starts at its top.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  const how = useNavigationType()
  const hasMoved = useContext(MovedContext)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    // A filter that changes the address in place is no other screen; a link to another filter is one. A field that waits for typing has the focus.
    const isNew = hasMoved && (how !== 'REPLACE' || seen.current !== pathname)
    if (isNew && document.activeElement?.tagName !== 'INPUT') heading.current?.focus({ preventScroll: true })
    seen.current = pathname
  }, [key, how, pathname, hasMoved])
  return heading
}

/** Whether the player has gone anywhere since the page was opened. */
export const MovedContext = createContext(false)

/** Title of a server-rendered page. */
export const HeadContext = createContext<{ title: string } | undefined>(undefined)

export function useTitle(title: string) {
  const head = useContext(HeadContext)
  const whole = `${title} · Dhow`
  // oxlint-disable-next-line react/immutability -- the server reads it once the page is rendered; a browser has none
  if (head) head.title = whole
  useEffect(() => {
    document.title = whole
  }, [whole])
}
