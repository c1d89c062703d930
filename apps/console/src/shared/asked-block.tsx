import type { ReactNode } from 'react'
import { Asked } from './asked.tsx'
import detail from './queue/detail.module.css'

/** A part of a page with a question of its own: its name, what it is about, and the answer. */
export function AskedBlock<Data>({
  title,
  lead,
  query,
  children,
}: {
  title: string
  lead?: string
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}) {
  return (
    <section className={detail['block']}>
      <h2>{title}</h2>
      {lead === undefined ? null : <p className={detail['quiet']}>{lead}</p>}
      <Asked query={query}>{children}</Asked>
    </section>
  )
}
