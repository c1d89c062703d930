import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { player, playerName } from './accounts.ts'
import { playBlock, playLimit } from './limits.ts'
import { operation } from './operation.ts'
import { amountReply, currency, instant, success, playerText } from './shapes.ts'

/** Account data that a signed-in player reads and sets. */

export const updateProfile = operation({
  name: 'updateProfile',
  method: 'PUT',
  path: '/player/profile',
  access: 'player',
  summary: 'Change the player name, once in 30 days. A change of letter case counts.',
  body: z.object({ player_name: playerName }),
  reply: z.object({
    status: success,
    msg: z.string(),
    text: playerText,
    player,
    next_name_change_at: z.nullable(instant),
  }),
  refusals: ['player_name_taken', 'name_changed_lately'],
})

export const avatars = operation({
  name: 'avatars',
  method: 'GET',
  path: '/player/avatars',
  access: 'player',
  summary: 'The avatars to choose from, and the chosen one: an id of the set, `upload`, or none.',
  reply: z.object({
    status: success,
    avatars: z.array(z.object({ id: z.string(), name: z.string(), image: z.string() })),
    chosen: z.nullable(z.string()),
  }),
  refusals: [],
})

export const setAvatar = operation({
  name: 'setAvatar',
  method: 'PUT',
  path: '/player/avatar',
  access: 'player',
  summary: 'Choose an avatar of the set, or remove it (null).',
  body: z.object({ id: z.nullable(z.string().check(z.maxLength(40))) }),
  reply: z.object({ status: success, msg: z.string(), player }),
  refusals: ['avatar_unknown'],
})

/** Field of an uploaded avatar and its size limit. */
export const avatarUpload = { file: 'image', limitBytes: 2 * 1024 * 1024 } as const

export const uploadAvatar = operation({
  name: 'uploadAvatar',
  method: 'POST',
  path: '/player/avatar-upload',
  access: 'player',
  summary:
    'Upload an avatar in the field `image`: JPEG, PNG or WebP, at most 2 MB. It is re-encoded to at most 256 pixels wide and high.',
  multipart: avatarUpload,
  reply: z.object({ status: success, msg: z.string(), player }),
  refusals: ['picture_unreadable'],
})

export const avatarPicture = operation({
  name: 'avatarPicture',
  method: 'GET',
  path: '/avatars/:name',
  access: 'public',
  summary:
    'An uploaded avatar by the hash of its content. The address cannot be guessed and ends when the picture is replaced.',
  params: z.object({ name: z.string().check(z.regex(/^[0-9a-f]{64}\.webp$/, fault('picture_unknown'))) }),
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const preferences = z.object({
  language: z.enum(['en', 'hi', 'af']),
  theme: z.enum(['dark', 'light', 'system']),
  currency_display: z.enum(['symbol', 'code']),
  /** Minutes of play between reality checks; 0 switches them off. */
  session_reminder_minutes: z.int().check(z.minimum(0), z.maximum(240)),
  saver: z.boolean(),
  notifications: z.object({
    deposits: z.boolean(),
    withdrawals: z.boolean(),
    rewards: z.boolean(),
    offers: z.boolean(),
  }),
})
export type Preferences = z.output<typeof preferences>

export const getPreferences = operation({
  name: 'getPreferences',
  method: 'GET',
  path: '/player/preferences',
  access: 'player',
  summary: 'The player’s preferences. Unset ones have their default; `chosen` names the set ones.',
  reply: z.object({ status: success, preferences, chosen: z.array(z.string()) }),
  refusals: [],
})

export const setPreferences = operation({
  name: 'setPreferences',
  method: 'PUT',
  path: '/player/preferences',
  access: 'player',
  summary: 'Change the named preferences only.',
  body: z.partial(preferences),
  reply: z.object({ status: success, msg: z.string(), preferences }),
  refusals: [],
})

/** Totals of a period: `net` is the result of play, positive if won. */
export const activity = z.object({
  staked: amountReply,
  won: amountReply,
  net: amountReply,
  deposited: amountReply,
  withdrawn: amountReply,
})

export const accountDashboard = operation({
  name: 'accountDashboard',
  method: 'GET',
  path: '/player/account-dashboard',
  access: 'player',
  summary:
    'Balance, bonus, net result of the last 24 hours, 7 days, 30 days and of all time, counts, limits and number of devices.',
  reply: z.object({
    status: success,
    currency,
    balance: amountReply,
    bonus: amountReply,
    held: amountReply,
    in_play: amountReply,
    activity: z.object({ day: activity, week: activity, month: activity, all: activity }),
    counts: z.object({ deposits: z.number(), withdrawals: z.number(), rounds: z.number(), devices: z.number() }),
    limits: z.array(playLimit),
    block: z.nullable(playBlock),
  }),
  refusals: [],
})

export const historyDownload = operation({
  name: 'historyDownload',
  method: 'GET',
  path: '/player/history-download',
  access: 'player',
  summary:
    'Download a history as CSV (RFC 4180), newest first, at most 10,000 rows. Values that a spreadsheet would read as a formula get a leading apostrophe.',
  query: z.object({
    kind: z.enum(['deposits', 'withdrawals', 'games', 'wallet']),
    state: z.optional(z.string().check(z.maxLength(40))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    /** Slug of a game to filter rounds by. */
    game: z.optional(z.string().check(z.maxLength(120))),
  }),
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: [],
})

export const playerData = operation({
  name: 'playerData',
  method: 'GET',
  path: '/player/data',
  access: 'player',
  summary:
    'Download the player’s data as one JSON file: account, sessions, preferences, limits, money, payments with their steps, pictures, games, rewards, messages. `left_out` names what is missing and why. Five an hour. Numbers of payout accounts are masked.',
  reply: z.unknown(),
  file: 'application/json; charset=utf-8',
  refusals: [],
})

export const profileOperations = [
  updateProfile,
  avatars,
  setAvatar,
  uploadAvatar,
  avatarPicture,
  getPreferences,
  setPreferences,
  accountDashboard,
  historyDownload,
  playerData,
]
