import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './ui.module.css'

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral'

/** Permanent notice: a result, or something to know. */
export function Notice({
  tone = 'info',
  children,
  role,
}: {
  tone?: Exclude<Tone, 'neutral'>
  children: ReactNode
  role?: 'alert' | 'status'
}) {
  return (
    <div className={`${styles['notice']} ${styles[tone]}`} role={role}>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>
}

export function Empty({
  title,
  isPage = false,
  children,
  action,
}: {
  title: string
  /** Whether it is the page's only content, which makes its title the heading. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles['empty']}>
      <svg
        width="64"
        height="40"
        viewBox="0 0 64 40"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      >
        <path d="M4 33c5 0 5-3 10-3s5 3 10 3 5-3 10-3 5 3 10 3 5-3 10-3 4 2 6 3" />
        <path d="M30 25V5l14 17-14 3Z" strokeLinejoin="round" />
      </svg>
      <Title>{title}</Title>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}

/** Error of a failed request with a retry button. */
export function Failure({ message, retry, retryLabel }: { message: string; retry?: () => void; retryLabel: string }) {
  return (
    <div className={styles['empty']} role="alert">
      <p>{message}</p>
      {retry ? (
        <Button kind="quiet" small onClick={retry}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  )
}

/** Placeholder lines for loading content, to avoid layout shift. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className={styles['stack']} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles['skeleton']} />
      ))}
    </div>
  )
}
