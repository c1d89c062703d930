import type { ReactNode } from 'react'
import { Asked } from './asked.tsx'
import detail from './queue/detail.module.css'

/** Section of a page with its own query: title, lead, and the reply. */
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
