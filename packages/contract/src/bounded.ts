import { fault } from './faults.ts'
import * as zod from 'zod/mini'

/**
 * zod/mini whose texts and lists have a bound also where a schema names none, so that nothing that goes in or comes out of the API is
 * boundless. A schema's own, smaller bound stands beside it. The contract's files import `z` from here.
 */
export * from 'zod/mini'

/** More characters than any text of the API has: pictures and files have addresses of their own. */
export const textAtMost = 10_000
/** More rows than any answer has: longer lists come in pages or as files. */
export const rowsAtMost = 10_000

export const string = ((params?: Parameters<typeof zod.string>[0]) =>
  zod.string(params).check(zod.maxLength(textAtMost, fault('too_long')))) as typeof zod.string

export const array = ((element: zod.ZodMiniType, params?: Parameters<typeof zod.array>[1]) =>
  zod.array(element, params).check(zod.maxLength(rowsAtMost, fault('list_too_long')))) as typeof zod.array

/** Text that is longer than others: the text of a page. */
export const longString = (atMost: number) => zod.string().check(zod.maxLength(atMost, fault('too_long')))

/** Instants and days, by their length too: a pattern alone is no bound to most tools. */
export const iso = {
  datetime: (params?: Parameters<typeof zod.iso.datetime>[0]) => zod.iso.datetime(params).check(zod.maxLength(40)),
  date: (params?: Parameters<typeof zod.iso.date>[0]) => zod.iso.date(params).check(zod.maxLength(10)),
}
