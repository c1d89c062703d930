import * as contract from '@dhow/contract/content'
import * as editing from '@dhow/contract/content-editing'
import { Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { marketOfCountry } from '../portal/index.ts'
import type { Content } from './index.ts'

export function serveContent({ portal, console }: { portal: Listener; console: Listener }, content: Content) {
  portal.serve(contract.getContentPage, async ({ params, query, session, country }) => {
    const market = session?.market ?? query.market ?? marketOfCountry(country)
    const reader = { market, language: query.language ?? 'en' }
    return { ...done, page: (await content.page(params.page, reader, query.preview)) ?? null }
  })
  portal.serve(contract.contentPicture, async ({ params, reply }) => {
    const bytes = await content.picture(hashOf(params.name))
    void reply.header('cache-control', 'public, max-age=31536000, immutable')
    return new Bytes('image/webp', bytes)
  })
  portal.serve(contract.ownTerms, async ({ session, query }) => ({
    ...done,
    to_accept: await content.termsToAccept(session, query.language ?? 'en'),
    accepted: await content.acceptedBy(session.playerId),
  }))
  portal.serve(contract.acceptTerms, async ({ session, body }) => ({
    ...done,
    accepted_at: await content.accept(session, body),
  }))
  serveEditors(console, content)
}

const hashOf = (file: string) => file.slice(0, -'.webp'.length)

function serveEditors({ serve }: Listener, content: Content) {
  serve(editing.staffContent, async () => ({ ...done, items: await content.list() }))
  serve(editing.staffContentItem, async ({ params }) => ({ ...done, item: await content.read(params.id) }))
  serve(editing.createContent, async ({ body, staff }) => ({ ...done, item: await content.create(body, staff) }))
  serve(editing.saveContent, async ({ params, body, staff }) => ({
    ...done,
    item: await content.save(params.id, body, staff),
  }))
  serve(editing.publishContent, async ({ params, body, staff }) => ({
    ...done,
    ...(await content.publish(params.id, body, staff)),
  }))
  serve(editing.endContent, async ({ params, body, staff }) => ({
    ...done,
    item: await content.end(params.id, body.reason, staff),
  }))
  serve(editing.previewContent, async ({ params }) => ({ ...done, ...(await content.previewLink(params.id)) }))
  serve(editing.uploadContentPicture, async ({ file }) => ({ ...done, picture: await content.addPicture(file) }))
  serve(
    editing.staffContentPicture,
    async ({ params }) => new Bytes('image/webp', await content.picture(hashOf(params.name))),
  )
  serve(editing.staffPlayerTerms, async ({ params }) => ({
    ...done,
    accepted: await content.acceptedBy(params.id),
  }))
}
