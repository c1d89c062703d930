import * as z from './bounded.ts'
import { acceptedTerms, contentKind, contentLanguage, contentState, contentUploaded, pictureParams } from './content.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { idOf, instant, market, success } from './shapes.ts'

/** Operators' side of content: write, publish, end. */

const path = z.string().check(z.trim(), z.regex(/^\/(?!\/)[\w\-./?=&%]{0,199}$/, fault('path_rule')))

/** Fields of a draft; each kind uses some of them. */
export const contentFields = {
  title: z.string().check(z.trim(), z.maxLength(120, fault('too_long'))),
  /** Markdown of a page; one or two sentences of a notice or a banner. */
  text: z.longString(60_000),
  /** Text message of a worded message. */
  sms: z.optional(z.string().check(z.trim(), z.maxLength(1_000, fault('too_long')))),
  to: z.nullable(path),
  /** Name of an uploaded picture. */
  picture: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, fault('picture_unknown')))),
  /** Slugs of a row's games, in order. */
  games: z.array(z.string().check(z.trim(), z.maxLength(120))).check(z.maxLength(18, fault('list_too_long'))),
}

export const contentVersion = z.object({
  id: z.string(),
  number: z.number(),
  state: contentState,
  title: z.string(),
  text: z.longString(60_000),
  /** Empty except for a message that is also sent as a text message. */
  sms: z.string(),
  to: z.nullable(z.string()),
  picture: z.nullable(z.object({ name: z.string(), ...contentUploaded.shape })),
  games: z.array(z.string()),
  binding: z.boolean(),
  hash: z.nullable(z.string()),
  /** Increased with each save; a save names the revision it started from. */
  revision: z.number(),
  edited_by: z.string(),
  edited_at: instant,
  published_by: z.nullable(z.string()),
  live_from: z.nullable(instant),
  live_until: z.nullable(instant),
  /** Number of players who accepted it. */
  accepted: z.number(),
})
export type ContentVersion = z.output<typeof contentVersion>

const itemFacts = {
  id: z.string(),
  kind: contentKind,
  name: z.string(),
  market: z.nullable(market),
  language: contentLanguage,
  /** Segment of players who see it; null: everybody. */
  segment: z.nullable(z.string()),
}

export const contentItem = z.object({ ...itemFacts, versions: z.array(contentVersion) })
export type ContentItem = z.output<typeof contentItem>

const params = z.object({ id: idOf('cnt') })
const itemReply = z.object({ status: success, item: contentItem })

export const staffContent = operation({
  name: 'staffContent',
  method: 'GET',
  path: '/staff/content',
  access: 'staff',
  needs: ['content.see'],
  summary: 'Pages, notices, banners, lobby rows and worded messages, each with the state of its newest versions.',
  reply: z.object({
    status: success,
    items: z.array(
      z.object({
        ...itemFacts,
        title: z.string(),
        live: z.nullable(z.object({ number: z.number(), from: instant, until: z.nullable(instant) })),
        scheduled: z.nullable(instant),
        has_draft: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const staffContentItem = operation({
  name: 'staffContentItem',
  method: 'GET',
  path: '/staff/content/:id',
  access: 'staff',
  needs: ['content.see'],
  summary: 'One page, notice, banner or lobby row with its versions, newest first.',
  params,
  reply: itemReply,
  refusals: ['not_found'],
})

export const createContent = operation({
  name: 'createContent',
  method: 'POST',
  path: '/staff/content',
  access: 'staff',
  needs: ['content.edit'],
  summary:
    'Create a page, notice, banner, lobby row or message for one market or all, in one language. A page has one of four names, a message the name of its kind.',
  body: z.object({
    kind: contentKind,
    name: z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(60)),
    market: z.nullable(market),
    language: contentLanguage,
    /** Only for the lobby; the market is the segment’s. */
    segment: z.optional(z.nullable(idOf('seg'))),
  }),
  reply: itemReply,
  refusals: ['content_exists', 'invalid_fields'],
})

export const saveContent = operation({
  name: 'saveContent',
  method: 'PUT',
  path: '/staff/content/:id/draft',
  access: 'staff',
  needs: ['content.edit'],
  summary:
    'Save the draft; the first save after a publication starts a new one. `revision` is that of the draft as it was opened, 0 for none. If somebody else saved meanwhile, nothing is written and `data` has their draft.',
  params,
  body: z.object({ ...contentFields, revision: z.int().check(z.minimum(0)) }),
  reply: itemReply,
  refusals: ['not_found', 'content_changed'],
})

export const publishContent = operation({
  name: 'publishContent',
  method: 'POST',
  path: '/staff/content/:id/publish',
  access: 'staff',
  needs: ['content.publish'],
  summary:
    'Publish the draft now or at a time, until a time or for good. Terms, and messages about money, sign-in or limits, need a second person.',
  params,
  body: z.object({
    revision: z.int(),
    from: z.nullable(instant),
    until: z.nullable(instant),
    /** Only for terms: players have to accept it. */
    binding: z.boolean(),
    reason,
  }),
  reply: z.object({ status: success, waits: z.boolean(), item: contentItem }),
  refusals: [
    ...(['not_found', 'content_no_draft', 'content_changed', 'content_incomplete', 'content_wording'] as const),
    ...(['content_past', 'change_waits'] as const),
  ],
})

export const endContent = operation({
  name: 'endContent',
  method: 'POST',
  path: '/staff/content/:id/end',
  access: 'staff',
  needs: ['content.publish'],
  summary:
    'End the live and scheduled versions now. The portal’s own page or the message’s standard text, if any, is used again.',
  params,
  body: z.object({ reason }),
  reply: itemReply,
  refusals: ['not_found', 'content_not_running'],
})

export const previewContent = operation({
  name: 'previewContent',
  method: 'POST',
  path: '/staff/content/:id/preview',
  access: 'staff',
  needs: ['content.see'],
  summary:
    'Create a signed link to the portal that shows the draft, or the newest version; valid for a day. A message has none.',
  params,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, link: z.string(), until: instant }),
  refusals: ['not_found', 'content_no_draft'],
})

/** Field of a picture and its size limit. */
export const contentUpload = { file: 'image', limitBytes: 8 * 1024 * 1024 } as const

export const uploadContentPicture = operation({
  name: 'uploadContentPicture',
  method: 'POST',
  path: '/staff/content-pictures',
  access: 'staff',
  needs: ['content.edit'],
  summary:
    'Upload a picture in the field `image`: JPEG, PNG or WebP, at most 8 MB and 25 megapixels. It is re-encoded to at most 960 pixels wide and high.',
  multipart: contentUpload,
  reply: z.object({ status: success, picture: z.object({ name: z.string(), ...contentUploaded.shape }) }),
  refusals: ['picture_unreadable', 'picture_too_large'],
})

export const staffContentPicture = operation({
  name: 'staffContentPicture',
  method: 'GET',
  path: '/staff/content-pictures/:name',
  access: 'staff',
  needs: ['content.see'],
  summary: 'An uploaded picture of content, also before it is published.',
  params: pictureParams,
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const staffPlayerTerms = operation({
  name: 'staffPlayerTerms',
  method: 'GET',
  path: '/staff/players/:id/terms',
  access: 'staff',
  needs: ['players.see'],
  summary: 'The versions of the terms that a player accepted, the newest first.',
  params: z.object({ id: idOf('ply') }),
  reply: z.object({ status: success, accepted: z.array(acceptedTerms) }),
  refusals: [],
})

export const contentEditingOperations = [
  staffContent,
  staffContentItem,
  createContent,
  saveContent,
  publishContent,
  endContent,
  previewContent,
  uploadContentPicture,
  staffContentPicture,
  staffPlayerTerms,
]
