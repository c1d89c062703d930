import { fault } from './faults.ts'
import * as zod from 'zod/mini'

/**
 * zod/mini with default bounds for texts and lists, so that all input and output of the API is bounded. A schema's own smaller bound applies, too.
 * The contract's files import `z` from here.
 */
export * from 'zod/mini'

/** Default maximum length of texts; pictures and files have their own URLs. */
export const maxTextLength = 10_000
/** Default maximum number of rows; longer lists are paged or files. */
export const maxRows = 10_000

export const string = ((params?: Parameters<typeof zod.string>[0]) =>
  zod.string(params).check(zod.maxLength(maxTextLength, fault('too_long')))) as typeof zod.string

export const array = ((element: zod.ZodMiniType, params?: Parameters<typeof zod.array>[1]) =>
  zod.array(element, params).check(zod.maxLength(maxRows, fault('list_too_long')))) as typeof zod.array

/** Text longer than the default, such as a page's. */
export const longString = (atMost: number) => zod.string().check(zod.maxLength(atMost, fault('too_long')))

/** Instants and days, also bounded by length, since most tools do not derive that from a pattern. */
export const iso = {
  datetime: (params?: Parameters<typeof zod.iso.datetime>[0]) => zod.iso.datetime(params).check(zod.maxLength(40)),
  date: (params?: Parameters<typeof zod.iso.date>[0]) => zod.iso.date(params).check(zod.maxLength(10)),
}
