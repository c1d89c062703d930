import type { ReactNode } from 'react'
import styles from './ui.module.css'

export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <section className={`${styles['card']} ${className ?? ''}`}>{children}</section>
}

export function Stack({ children, as: Tag = 'div' }: { children: ReactNode; as?: 'div' | 'section' | 'ul' }) {
  return <Tag className={styles['stack']}>{children}</Tag>
}

export function Row({ children, spread = false }: { children: ReactNode; spread?: boolean }) {
  return <div className={`${styles['row']} ${spread ? styles['spread'] : ''}`}>{children}</div>
}

export function Money({ children }: { children: ReactNode }) {
  return <span className={styles['money']}>{children}</span>
}

/** Steps of a payment, oldest first, with optional details. */
export function Timeline({ steps }: { steps: { at: string; text: string; key: string; more?: ReactNode }[] }) {
  return (
    <ol className={styles['timeline']}>
      {steps.map((step) => (
        <li key={step.key}>
          <span>{step.text}</span>
          <time>{step.at}</time>
          {step.more}
        </li>
      ))}
    </ol>
  )
}
