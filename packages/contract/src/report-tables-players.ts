import type { TableReport } from './report-table-shape.ts'

/** Reports about players: activity, rewards, referrals, limits. */

const player = { name: 'Player', kind: 'id' } as const
const named = { name: 'Name', kind: 'text' } as const

export const players = {
  title: 'Players: top, new and lapsed',
  link: 'Players: top, new and lapsed',
  lead: 'Who brings most, who came, and who stayed away.',
  needs: ['reports.see', 'players.see'],
  figures: {
    active: {
      unit: 'count',
      name: 'Active players',
      definition: 'Players with at least one real stake in the period.',
    },
    new: { unit: 'count', name: 'New players', definition: 'Accounts that were created in the period.' },
    lapsed: {
      unit: 'count',
      name: 'Lapsed players',
      definition: 'Players with a real stake in the period before, which is of the same length, and none in this one.',
    },
  },
  tables: {
    top: {
      name: 'Top by GGR',
      isCut: true,
      columns: {
        player,
        name: named,
        ggr: {
          name: 'GGR',
          kind: 'money',
          definition: 'Real stakes of the bets that were settled in the period, less wins.',
        },
        turnover: {
          name: 'Turnover',
          kind: 'money',
          definition: 'Real stakes of the bets that were settled in the period.',
        },
        wins: {
          name: 'Wins',
          kind: 'money',
          definition: 'Money paid to the player for settled bets, before held wins that were refused.',
        },
        deposits: {
          name: 'Deposits',
          kind: 'money',
          definition: 'Money credited to the player, before deposits that were reversed.',
        },
        days: { name: 'Days played', kind: 'count', definition: 'Days with at least one real stake.' },
      },
    },
    new: {
      name: 'The last who came',
      isCut: true,
      columns: {
        player,
        name: named,
        at: { name: 'Registered', kind: 'instant' },
        first_deposit: { name: 'First deposit', kind: 'day' },
        deposits: { name: 'Deposits', kind: 'money', definition: 'Money credited to the player in the period.' },
        turnover: { name: 'Turnover', kind: 'money' },
      },
    },
    lapsed: {
      name: 'Lapsed: those with most turnover in the period before',
      isCut: true,
      columns: {
        player,
        name: named,
        last_day: { name: 'Last played', kind: 'day' },
        turnover: { name: 'Turnover before', kind: 'money', definition: 'Turnover of the period before.' },
        deposits: { name: 'Deposits before', kind: 'money', definition: 'Deposits of the period before.' },
      },
    },
  },
} as const satisfies TableReport

const bonusKinds = { welcome: 'Welcome', reload: 'Reload', cashback: 'Cashback', referral: 'Referral' }
const bonusStates = { active: 'Running', completed: 'Converted', cancelled: 'Cancelled', expired: 'Expired' }
const wagered = { name: 'Wagered', kind: 'money', definition: 'Stakes that counted towards the wagering.' } as const

export const rewards = {
  title: 'Bonuses and gifts',
  link: 'Bonuses and gifts: cost, wagered, converted',
  lead: 'What was given, what it cost, and what became of it.',
  needs: ['reports.see', 'rewards.see'],
  figures: {
    bonus_cost: {
      unit: 'money',
      name: 'Bonus cost',
      definition:
        'Bonuses, gifts and referral rewards granted in the period, and wins of free rounds, less bonuses that ended in it without being converted.',
      entries: 'bonus_cost',
    },
    given: {
      unit: 'count',
      name: 'Bonuses given',
      definition: 'Bonuses that were granted in the period; gifts and referral rewards are apart.',
    },
    given_amount: { unit: 'money', name: 'Bonus money given', definition: 'The amount of these bonuses.' },
    wagered: {
      unit: 'money',
      name: 'Wagered',
      definition: 'Stakes that counted towards the wagering of these bonuses, also after the period.',
    },
    converted_amount: {
      unit: 'money',
      name: 'Converted',
      definition: 'The amount of these bonuses whose wagering was completed, also after the period.',
    },
    gifts_amount: {
      unit: 'money',
      name: 'Gifts',
      definition: 'Shares of gift envelopes that were claimed in the period.',
    },
  },
  tables: {
    costs: {
      name: 'Cost by account of the ledger',
      columns: {
        account: {
          name: 'Account',
          kind: 'code',
          values: { bonus: 'Bonuses', gift: 'Gifts', referral: 'Referral rewards' },
        },
        granted: { name: 'Granted', kind: 'money' },
        taken_back: { name: 'Ended without conversion', kind: 'money' },
        cost: { name: 'Cost', kind: 'money' },
      },
    },
    rules: {
      name: 'Bonuses by rule',
      columns: {
        rule: { name: 'Bonus', kind: 'text' },
        kind: { name: 'Kind', kind: 'code', values: bonusKinds },
        given: { name: 'Given', kind: 'count' },
        given_amount: { name: 'Amount', kind: 'money' },
        wagered,
        converted: { name: 'Converted', kind: 'count' },
        converted_amount: { name: 'Amount converted', kind: 'money' },
        ended: { name: 'Cancelled or expired', kind: 'count' },
      },
    },
    gifts: {
      name: 'Gifts by envelope',
      isCut: true,
      columns: {
        gift: { name: 'Gift', kind: 'text' },
        claimed: { name: 'Claimed', kind: 'count' },
        amount: { name: 'Amount', kind: 'money' },
      },
    },
    latest: {
      name: 'The last bonuses',
      isCut: true,
      columns: {
        at: { name: 'Time', kind: 'instant' },
        player,
        kind: { name: 'Kind', kind: 'code', values: bonusKinds },
        amount: { name: 'Amount', kind: 'money' },
        wagered,
        state: { name: 'State', kind: 'code', values: bonusStates },
      },
    },
  },
} as const satisfies TableReport

export const referrals = {
  title: 'Referrals',
  link: 'Referrals: who brought whom, and what it cost',
  lead: 'Players who came by another one, and the rewards for them.',
  needs: ['reports.see', 'rewards.see', 'players.see'],
  figures: {
    joined: {
      unit: 'count',
      name: 'Joined',
      definition: 'Players who registered in the period with the code of another one.',
    },
    deposited: {
      unit: 'count',
      name: 'Deposited',
      definition: 'Of these, those with a credited deposit, also after the period.',
    },
    paid: { unit: 'count', name: 'Rewards paid', definition: 'Referrals for which a reward was paid in the period.' },
    reward: { unit: 'money', name: 'Reward money', definition: 'The sum of these rewards.' },
    refused: { unit: 'count', name: 'Refused', definition: 'Referrals for which a reward was refused in the period.' },
  },
  tables: {
    referrers: {
      name: 'Those who brought most',
      isCut: true,
      columns: {
        player,
        name: named,
        joined: { name: 'Joined', kind: 'count' },
        deposited: { name: 'Deposited', kind: 'count' },
        paid: {
          name: 'Rewards paid',
          kind: 'count',
          definition: 'Rewards for those who joined in the period, also after it.',
        },
        reward: { name: 'Reward money', kind: 'money' },
      },
    },
    refusals: {
      name: 'Refused by reason',
      columns: { reason: { name: 'Reason', kind: 'text' }, count: { name: 'Referrals', kind: 'count' } },
    },
  },
} as const satisfies TableReport

const stopKinds = { time_out: 'Break', self_exclusion: 'Exclusion', operator: 'Block by an operator' }
const limitKinds = { deposit: 'Deposits', stake: 'Stakes', loss: 'Losses' }
const periods = { day: 'Day', week: 'Week', month: 'Month' }
const changes = {
  ...{
    set: 'Set',
    lowered: 'Lowered',
    raise_asked: 'Raise asked for',
    removal_asked: 'Removal asked for',
    kept: 'Kept',
  },
  ...{ raised: 'Raised', removed: 'Removed', began: 'Began', ended: 'Ended' },
}

export const safePlay = {
  title: 'Safe play',
  link: 'Safe play: limits, breaks and exclusions',
  lead: 'What players limited, and who took a break or was blocked.',
  needs: ['reports.see', 'players.see'],
  figures: {
    set: { unit: 'count', name: 'Limits set', definition: 'Limits that players set where they had none.' },
    lowered: { unit: 'count', name: 'Limits lowered', definition: 'Limits that players made stricter.' },
    asked: { unit: 'count', name: 'Loosening asked for', definition: 'Limits that players asked to raise or remove.' },
    breaks: { unit: 'count', name: 'Breaks', definition: 'Breaks that players began.' },
    exclusions: { unit: 'count', name: 'Exclusions', definition: 'Exclusions that players began.' },
    blocks: { unit: 'count', name: 'Blocks', definition: 'Blocks from playing by operators.' },
  },
  tables: {
    limits: {
      name: 'Limits',
      columns: {
        kind: { name: 'Limit', kind: 'code', values: limitKinds },
        period: { name: 'Per', kind: 'code', values: periods },
        set: { name: changes.set, kind: 'count' },
        lowered: { name: changes.lowered, kind: 'count' },
        asked: { name: 'Loosening asked for', kind: 'count' },
        raised: { name: changes.raised, kind: 'count', definition: 'Raises that took effect.' },
        removed: { name: changes.removed, kind: 'count', definition: 'Removals that took effect.' },
        standing: { name: 'Stand now', kind: 'count', definition: 'Players who have this limit at this moment.' },
      },
    },
    stops: {
      name: 'Breaks, exclusions and blocks',
      columns: {
        kind: { name: 'Kind', kind: 'code', values: stopKinds },
        began: { name: changes.began, kind: 'count' },
        ended: { name: 'Ended early', kind: 'count', definition: 'Those that somebody ended before their time.' },
        players: { name: 'Players', kind: 'count', definition: 'Players who began one in the period.' },
        standing: {
          name: 'Stand now',
          kind: 'count',
          definition: 'Players who are kept from playing by it at this moment.',
        },
      },
    },
    latest: {
      name: 'The last changes',
      isCut: true,
      columns: {
        at: { name: 'Time', kind: 'instant' },
        player,
        name: named,
        change: { name: 'Change', kind: 'code', values: changes },
        kind: { name: 'Of', kind: 'code', values: { ...limitKinds, ...stopKinds } },
        period: { name: 'Per', kind: 'code', values: periods },
        amount: { name: 'Amount', kind: 'money' },
        until: { name: 'Until', kind: 'instant' },
        by: { name: 'By', kind: 'code', values: { player: 'Player', operator: 'Operator', rule: 'Rule' } },
      },
    },
  },
} as const satisfies TableReport
