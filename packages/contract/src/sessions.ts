import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { portalSettings } from './portal.ts'
import { doneReply, idOf, instant, success, playerText } from './shapes.ts'
import { player } from './accounts.ts'

export const verifyToken = operation({
  name: 'verifyToken',
  method: 'GET',
  path: '/player/verify-token',
  access: 'optional',
  offline: true,
  summary: 'Check the token: type `valid` or `player_inactive`, or a 401.',
  reply: z.union([
    z.object({
      status: success,
      type: z.literal('valid'),
      msg: z.string(),
      user: player,
      portal_settings: portalSettings,
    }),
    z.object({ status: z.literal('error'), type: z.literal('player_inactive'), msg: z.string(), text: playerText }),
  ]),
  refusals: ['session_invalid'],
})

export const logout = operation({
  name: 'logout',
  method: 'POST',
  path: '/player/logout',
  access: 'player',
  summary: 'End this session.',
  body: z.optional(z.object({})),
  reply: doneReply,
  refusals: [],
})

export const logoutEverywhere = operation({
  name: 'logoutEverywhere',
  method: 'POST',
  path: '/player/logout-everywhere',
  access: 'player',
  summary: 'End all sessions of the player, including this one.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, msg: z.string(), ended: z.number() }),
  refusals: [],
})

export const device = z.object({
  id: z.string(),
  label: z.string(),
  current: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
})

export const devices = operation({
  name: 'devices',
  method: 'GET',
  path: '/player/devices',
  access: 'player',
  summary: 'The player’s open sessions.',
  reply: z.object({ status: success, devices: z.array(device) }),
  refusals: [],
})

export const signOutDevice = operation({
  name: 'signOutDevice',
  method: 'DELETE',
  path: '/player/devices/:id',
  access: 'player',
  summary: 'End the session on one device.',
  params: z.object({ id: idOf('ses') }),
  reply: doneReply,
  refusals: ['not_found'],
})

export const liveTicket = operation({
  name: 'liveTicket',
  method: 'POST',
  path: '/player/live-ticket',
  access: 'player',
  summary: 'Get a ticket for the live stream: valid once within 30 seconds, sent as the first message.',
  body: z.optional(z.object({})),
  reply: z.object({ status: success, ticket: z.string() }),
  refusals: [],
})

export const sessionOperations = [verifyToken, logout, logoutEverywhere, devices, signOutDevice, liveTicket]
