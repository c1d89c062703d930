import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { idOf, instant, success } from './shapes.ts'

/** Tags: short labels of players, set by operators. Case and extra spaces do not matter. */

/** Most tags of one player. */
export const maxTags = 20

export const tagRefusals = {
  tags_full: { status: 409, sentence: 'This player has 20 tags already. Remove one first.' },
} as const

export const tag = z
  .string()
  .check(
    z.trim(),
    z.maxLength(24, fault('tag_rule')),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u, fault('tag_rule')),
  )

const playerId = z.object({ id: idOf('ply') })

export const usedTags = operation({
  name: 'usedTags',
  method: 'GET',
  path: '/staff/player-tags',
  access: 'staff',
  needs: ['players.see'],
  summary: 'Tags in use, at most 100, by number of players, highest first.',
  reply: z.object({ status: success, tags: z.array(z.object({ tag: z.string(), players: z.number() })) }),
  refusals: [],
})

export const playerTags = operation({
  name: 'playerTags',
  method: 'GET',
  path: '/staff/players/:id/tags',
  access: 'staff',
  needs: ['players.see'],
  summary: 'Tags of a player, with the operator who added each and the time.',
  params: playerId,
  reply: z.object({
    status: success,
    tags: z.array(z.object({ tag: z.string(), by: z.nullable(z.string()), at: instant })),
  }),
  refusals: ['not_found'],
})

export const addPlayerTag = operation({
  name: 'addPlayerTag',
  method: 'POST',
  path: '/staff/players/:id/tags',
  access: 'staff',
  needs: ['players.tag'],
  summary: 'Add a tag to a player. A repeat changes nothing.',
  params: playerId,
  body: z.object({ tag }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'tags_full'],
})

export const removePlayerTag = operation({
  name: 'removePlayerTag',
  method: 'POST',
  path: '/staff/players/:id/tags/remove',
  access: 'staff',
  needs: ['players.tag'],
  summary: 'Remove a tag of a player. The audit trail records it.',
  params: playerId,
  body: z.object({ tag }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const playerTagOperations = [usedTags, playerTags, addPlayerTag, removePlayerTag]
