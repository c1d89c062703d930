import { useEffect, useRef, type ReactNode } from 'react'
import { fill } from './format.ts'
import { useMe } from './session.tsx'
import styles from './page.module.css'
import { en } from './words/en.ts'

/** Layout of one screen: title in the tab and as heading, which gets the focus after navigation. */
export function Page({
  title,
  lead,
  tools,
  children,
}: {
  title: string
  lead?: ReactNode
  tools?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={styles['page']}>
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

export function useTitle(screen: string) {
  const { portal_name } = useMe()
  useEffect(() => {
    document.title = fill(en.console.title, { screen, portal: portal_name })
  }, [screen, portal_name])
}
