import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { idOf, instant, market, success } from './shapes.ts'

/** Content of the operator: pages, notices, banners and rows of the lobby, in versions. */

export const contentRefusals = {
  content_changed: {
    status: 409,
    sentence: 'Somebody else saved this draft after you opened it. Your text is still here; compare the two.',
  },
  content_exists: { status: 409, sentence: 'This exists already for this market and language. Edit it instead.' },
  content_no_draft: { status: 409, sentence: 'There is no draft. Save one first.' },
  content_incomplete: { status: 422, sentence: 'Something is missing. Fill in what is marked and save the draft.' },
  content_wording: {
    status: 422,
    sentence: 'This message cannot be sent as it is worded. Change what is marked and save.',
  },
  content_not_running: { status: 409, sentence: 'No version of this is live or scheduled.' },
  content_past: { status: 422, sentence: 'The start has to be now or later, and the end after the start.' },
  picture_too_large: {
    status: 422,
    sentence: 'This picture has more than 25 megapixels. Make it smaller and send it again.',
  },
  terms_changed: { status: 409 },
} as const

/** Pages that an operator may write; each replaces the built-in page. */
export const contentPages = ['terms', 'privacy', 'how-to-play', 'responsible'] as const
export const contentPageName = z.enum(contentPages)
export type ContentPageName = z.output<typeof contentPageName>

/** A message's item is named by the message's kind. */
export const contentKind = z.enum(['page', 'notice', 'banner', 'row', 'message'])
export type ContentKind = z.output<typeof contentKind>
export const contentLanguage = z.enum(['en', 'hi', 'af'])
export type ContentLanguage = z.output<typeof contentLanguage>
export const contentState = z.enum(['draft', 'scheduled', 'live', 'ended'])

/** Styled text; a link goes to a path of the portal, an https URL or an e-mail address. */
export const textSpan = z.object({
  text: z.string(),
  style: z.optional(z.enum(['strong', 'em'])),
  href: z.optional(z.string().check(z.maxLength(500))),
})
export type TextSpan = z.output<typeof textSpan>

/** A page's text, parsed from Markdown on the server: headings, paragraphs and lists, never HTML. */
export const textBlock = z.object({
  kind: z.enum(['heading', 'small_heading', 'paragraph', 'bullets', 'numbers']),
  /** One line of a heading or paragraph; the items of a list. */
  lines: z.array(z.array(textSpan)),
})
export type TextBlock = z.output<typeof textBlock>

export const contentPage = z.object({
  /** Version, which players accept for terms. */
  version: z.string(),
  hash: z.string(),
  title: z.string(),
  blocks: z.array(textBlock),
  since: z.nullable(instant),
  binding: z.boolean(),
})
export type ContentPage = z.output<typeof contentPage>

/** A picture with its display size. */
export const contentUploaded = z.object({ src: z.string(), width: z.number(), height: z.number() })

export const lobbyBanner = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Path of the portal. */
  to: z.nullable(z.string()),
  picture: z.nullable(contentUploaded),
})
export type LobbyBanner = z.output<typeof lobbyBanner>

const previewToken = z.string().check(z.maxLength(200))

export const getContentPage = operation({
  name: 'getContentPage',
  method: 'GET',
  path: '/content/pages/:page',
  access: 'optional',
  offline: true,
  summary: 'The operator’s page that replaces the portal’s; null if there is none. A preview shows a draft.',
  params: z.object({ page: contentPageName }),
  query: z.object({
    market: z.optional(market),
    language: z.optional(contentLanguage),
    preview: z.optional(previewToken),
  }),
  reply: z.object({ status: success, page: z.nullable(contentPage) }),
  refusals: ['not_found'],
})

export const pictureParams = z.object({
  name: z.string().check(z.regex(/^[0-9a-f]{64}\.webp$/, fault('picture_unknown'))),
})

export const contentPicture = operation({
  name: 'contentPicture',
  method: 'GET',
  path: '/content/pictures/:name',
  access: 'public',
  summary: 'A picture of the operator’s content by the hash of its bytes.',
  params: pictureParams,
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const acceptedTerms = z.object({
  version: z.string(),
  number: z.number(),
  title: z.string(),
  market: z.nullable(market),
  language: contentLanguage,
  /** SHA-256 of the accepted text, in hexadecimal digits. */
  hash: z.string(),
  accepted_at: instant,
})

export const ownTerms = operation({
  name: 'ownTerms',
  method: 'GET',
  path: '/player/terms',
  access: 'player',
  summary: 'The binding terms that the player has yet to accept, and the versions accepted, with times.',
  query: z.object({ language: z.optional(contentLanguage) }),
  reply: z.object({
    status: success,
    to_accept: z.nullable(z.object({ version: z.string(), hash: z.string(), title: z.string() })),
    accepted: z.array(acceptedTerms),
  }),
  refusals: [],
})

export const acceptTerms = operation({
  name: 'acceptTerms',
  method: 'POST',
  path: '/player/terms/accept',
  access: 'player',
  summary: 'Accept the live terms by version and hash. A repeat answers the same.',
  body: z.object({ version: idOf('cvr'), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: z.object({ status: success, accepted_at: instant }),
  refusals: ['terms_changed'],
})

export const contentOperations = [getContentPage, contentPicture, ownTerms, acceptTerms]
