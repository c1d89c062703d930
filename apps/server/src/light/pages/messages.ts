import { renderWorded } from '@dhow/contract/message-wordings'
import { playerMessages, readMessages } from '@dhow/contract/messages'
import { lightPath } from '../cookies.ts'
import { html } from '../html.ts'
import type { Page } from '../visit.ts'
import { list, cursorOf } from './rows.ts'

/** The inbox, newest first; the first page marks its messages as read. */
export const messagesPage: Page = {
  path: '/messages',
  access: 'player',
  async render(visit) {
    const { words, language, money, when } = visit.reader
    const query = { ...cursorOf(visit), language }
    const { messages, wordings, next_cursor } = await visit.call(playerMessages, { query })
    const rows = messages.flatMap((message) => {
      const own = wordings?.find(({ kind }) => kind === message.kind)
      const text = renderWorded(message, language, { money, time: when }, own)
      if (!text) return []
      const to =
        message.about && `${lightPath}/${message.about.kind === 'deposit' ? 'payments' : 'payouts'}/${message.about.id}`
      return html`<li>
        <strong>${to === null ? text.title : html`<a href="${to}">${text.title}</a>`}</strong>
        <p>${text.text}</p>
        <small>${!message.is_read && `${words.fresh} · `}${when(message.created_at)}</small>
      </li>`
    })
    const newest = messages[0]
    if (newest && !visit.query['cursor']) await visit.call(readMessages, { body: { up_to: newest.id } })
    return { title: words.messages, body: list(visit, rows, next_cursor, words.messagesEmpty) }
  },
}
