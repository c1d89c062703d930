import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigationType } from './router.tsx'
import styles from './page.module.css'

/** Head of a screen: the part that renders without data of the player. */
export interface PageHead {
  title: string
  lead?: ReactNode
  wide?: boolean
  tools?: ReactNode
}

/** Id of the last element that a phone shows at first, in a screen with pictures inside the page. */
export const firstScreenId = 'first-screen'

/** Layout of one screen: title in the tab and as heading, which gets the focus after navigation. */
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

/** Focuses the heading after navigation, so that keyboard and screen reader continue in the new screen. A page just opened starts at its top. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  const how = useNavigationType()
  const hasMoved = useContext(MovedContext)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    // A filter that replaces the address stays on the screen; a link to another filter opens a new one. Leave the focus in a search field.
    const isNew = hasMoved && (how !== 'REPLACE' || seen.current !== pathname)
    if (isNew && document.activeElement?.tagName !== 'INPUT') heading.current?.focus({ preventScroll: true })
    seen.current = pathname
  }, [key, how, pathname, hasMoved])
  return heading
}

/** Whether the player has navigated since the page load. */
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
