import type { TableReport } from './report-table-shape.ts'

/** Reports about payments and debts. */

const median = { name: 'Median time', kind: 'seconds' } as const
const p90 = { name: '90 % within', kind: 'seconds' } as const

export const payments = {
  title: 'Deposits and withdrawals by hour and cashier',
  link: 'Deposits and withdrawals: by hour and by cashier',
  lead: 'When money comes and goes in the market, and who decided about it.',
  needs: ['reports.see', 'reports.methods'],
  figures: {
    deposits: {
      unit: 'money',
      name: 'Deposits',
      definition: 'Money credited to players, less deposits that were reversed, each at its hour.',
      entries: 'deposits',
    },
    deposits_count: {
      unit: 'count',
      name: 'Credited deposits',
      definition: 'Deposits that were credited, also those that were reversed later.',
    },
    withdrawals: {
      unit: 'money',
      name: 'Withdrawals',
      definition: 'Money sent to players, less payouts that failed or came back, each at its hour.',
      entries: 'withdrawals',
    },
    withdrawals_count: {
      unit: 'count',
      name: 'Sent withdrawals',
      definition: 'Withdrawals that were sent, also those that failed or came back later.',
    },
  },
  tables: {
    hours: {
      name: 'By hour of the day',
      columns: {
        hour: { name: 'Hour', kind: 'hour' },
        deposits_count: { name: 'Credited deposits', kind: 'count' },
        deposits: { name: 'Deposits', kind: 'money', entries: 'deposits' },
        withdrawals_count: { name: 'Sent withdrawals', kind: 'count' },
        withdrawals: { name: 'Withdrawals', kind: 'money', entries: 'withdrawals' },
      },
    },
    cashiers: {
      name: 'By cashier',
      columns: {
        operator: { name: 'Operator', kind: 'operator' },
        name: { name: 'Name', kind: 'text' },
        credited_count: {
          name: 'Deposits',
          kind: 'count',
          definition: 'Deposits, vouchers and payments of services that this operator credited.',
        },
        credited: { name: 'Credited', kind: 'money', definition: 'The credited amount of these.' },
        refused_count: {
          name: 'Refused',
          kind: 'count',
          definition: 'Deposits, vouchers, payments of services and withdrawals that this operator refused.',
        },
        approved_count: {
          name: 'Withdrawals',
          kind: 'count',
          definition: 'Withdrawals that this operator approved, alone or as the second.',
        },
        approved: { name: 'Approved', kind: 'money', definition: 'The amount of these.' },
        median_s: {
          ...median,
          definition: 'From the report of the payment or the request of the withdrawal to the decision.',
        },
        p90_s: p90,
      },
    },
  },
} as const satisfies TableReport

const warningNames = {
  proof_seen: 'The same screenshot before',
  proof_copy: 'A copy of another screenshot',
  proof_similar: 'A similar screenshot',
  reference_seen: 'The reference was seen before',
  reference_claimed: 'Another player reported the reference',
  new_player: 'New player',
  large: 'Large amount',
  name_unknown: 'Holder’s name not known',
  name_differs: 'Holder’s name differs',
  little_play: 'Little play for the deposits',
  soon_after_deposit: 'Soon after a deposit',
  much_at_once: 'Nearly all of the balance',
  account_shared: 'Account of another player',
  payee_blocked: 'Account is blocked',
  account_new: 'New account',
}
const outcomes = { open: 'Open', granted: 'Credited or paid', refused: 'Refused' }

export const warnings = {
  title: 'Warnings of payments',
  link: 'Warnings of payments: by rule and outcome',
  lead: 'Which rules warned about deposits and withdrawals, what became of these, and how long the decision took.',
  needs: ['reports.see', 'deposits.see', 'withdrawals.see'],
  figures: {
    warned: {
      unit: 'count',
      name: 'Payments with a warning',
      definition:
        'Deposits that were reported and withdrawals that were asked for in the period, with at least one warning.',
    },
    granted: {
      unit: 'count',
      name: 'Credited or paid',
      definition:
        'Of these, those that were approved, also after the period. One that was reversed or came back later still counts.',
    },
    refused: {
      unit: 'count',
      name: 'Refused',
      definition: 'Of these, those that were refused, cancelled or expired, also after the period.',
    },
    open: { unit: 'count', name: 'Open', definition: 'Of these, those without a decision.' },
    median_s: {
      unit: 'seconds',
      name: 'Median time to decision',
      definition: 'From the report or the request to the first decision, of those that have one.',
    },
  },
  tables: {
    rules: {
      name: 'By rule',
      columns: {
        kind: { name: 'Payment', kind: 'code', values: { deposit: 'Deposit', withdrawal: 'Withdrawal' } },
        rule: { name: 'Warning', kind: 'code', values: warningNames },
        warned: {
          name: 'Payments',
          kind: 'count',
          definition: 'Payments with this warning. One with two warnings stands in two rows.',
        },
        granted: { name: outcomes.granted, kind: 'count' },
        refused: { name: outcomes.refused, kind: 'count' },
        open: { name: outcomes.open, kind: 'count' },
        median_s: median,
        p90_s: p90,
      },
    },
    latest: {
      name: 'The last payments',
      isCut: true,
      columns: {
        at: { name: 'Time', kind: 'instant' },
        payment: { name: 'Payment', kind: 'id' },
        player: { name: 'Player', kind: 'id' },
        rule: { name: 'Warning', kind: 'code', values: warningNames },
        outcome: { name: 'Outcome', kind: 'code', values: outcomes },
        seconds: { name: 'Time to decision', kind: 'seconds' },
      },
    },
  },
} as const satisfies TableReport

const cash = { name: 'Cash', definition: 'Real money of players.' } as const
const hold = {
  name: 'Held',
  definition: 'Money that is held for withdrawals and for wins that wait for a decision.',
} as const
const inPlay = { name: 'Stakes in play', definition: 'Stakes of bets that are not settled.' } as const
const open = {
  name: 'Open liability',
  definition: 'Cash, held money and stakes in play: owed to players at the end of the day.',
} as const
const bonus = { name: 'Bonus', definition: 'Bonus money of players, which is owed once it is wagered.' } as const

export const liability = {
  title: 'Open liability',
  link: 'Open liability: by day and market',
  lead: 'What is owed to players at the end of each day, added up from all movements until then.',
  needs: ['reports.see', 'liabilities.see'],
  figures: {
    open: { unit: 'money', ...open },
    cash: { unit: 'money', ...cash },
    hold: { unit: 'money', ...hold },
    in_play: { unit: 'money', ...inPlay },
    bonus: { unit: 'money', ...bonus },
  },
  tables: {
    days: {
      name: 'By day',
      columns: {
        day: { name: 'Day', kind: 'day' },
        open: { name: open.name, kind: 'money' },
        cash: { name: cash.name, kind: 'money' },
        hold: { name: hold.name, kind: 'money' },
        in_play: { name: inPlay.name, kind: 'money' },
        bonus: { name: bonus.name, kind: 'money' },
      },
    },
    markets: {
      name: 'By market, on the last day',
      columns: {
        market: { name: 'Market', kind: 'text' },
        currency: { name: 'Currency', kind: 'text' },
        open: { name: open.name, kind: 'decimal' },
        cash: { name: cash.name, kind: 'decimal' },
        hold: { name: hold.name, kind: 'decimal' },
        in_play: { name: inPlay.name, kind: 'decimal' },
        bonus: { name: bonus.name, kind: 'decimal' },
      },
    },
  },
} as const satisfies TableReport
