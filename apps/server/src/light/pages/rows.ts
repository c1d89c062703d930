import { html, type Html } from '../html.ts'
import type { Visit } from '../visit.ts'

/** Cursor of a list, from the address of its page. */
export const cursorOf = ({ query }: Visit) => (query['cursor'] ? { cursor: query['cursor'] } : {})

/** One page of a list of payments or rounds, as a query. */
export const pageOf = (visit: Visit) => ({ limit: 20, ...cursorOf(visit) })

/** A list with a link to its next page, or the sentence for an empty one. */
export const list = ({ reader: { words } }: Visit, rows: readonly Html[], cursor: string | null, empty: string): Html =>
  rows.length === 0
    ? html`<p class="q">${empty}</p>`
    : html`<ul>
          ${rows}
        </ul>
        ${cursor !== null && html`<p><a class="btn quiet" href="?cursor=${encodeURIComponent(cursor)}">${words.more}</a></p>`}`
