import { byCode } from '@dhow/contract/records'
import { amountActions, moneyActions } from '@dhow/contract/money-actions'

/** Words of the portal's settings, section by section. */
export const settings = {
  title: 'Settings',
  lead: 'Settings of the whole portal. Changes take effect at once on every server.',
  readOnly: 'Your role can view the settings, and does not change them.',
  change: 'Change',
  changeOf: 'Change: {section}',
  save: 'Save',
  saved: '{section}: saved.',
  waits: '{section}: a second admin has to confirm it.',
  alone: '{section}: saved. In live mode a second admin would be asked for.',
  on: 'On',
  off: 'Off',
  none: 'None',
  usual: 'Default text',
  noProxy:
    'Nothing names the visitor’s country (COUNTRY_HEADER with TRUSTED_PROXIES, or COUNTRY_DATABASE), so no visitor is blocked by country.',
  licenceEnvironment: 'Licence configured in the environment for real money: {licence}.',
  lists: {
    links: {
      add: 'Add a link',
      remove: 'Remove link {n}',
      labels: { name: 'Link {n}: name', url: 'Link {n}: URL' },
    },
    networks: {
      add: 'Add a network',
      remove: 'Remove network {n}',
      labels: {
        name: 'Network {n}: name',
        network: 'Network {n}: address range, such as 203.0.113.0/24',
        allowance: 'Network {n}: times the usual allowance',
      },
    },
  },
  addThreshold: 'Add a threshold',
  chooseAction: 'Choose an action',
  otherActions: 'Every other action needs a second person from the amount of “Two operators”.',
  networkRow: '{name}: {network}, {allowance} times the usual allowance',
  sections: {
    portal: {
      title: 'Portal state',
      lead: 'Open, in maintenance or forbidden. Games and payments already started continue.',
      fields: { state: 'State', message: 'Message to visitors', until: 'Maintenance: expected end' },
    },
    names: {
      title: 'Names',
      lead: 'Shown in the footer of every page and in the legal texts.',
      fields: { portal: 'Portal', operator: 'Operator', licence: 'Licence' },
    },
    welcome: {
      title: 'Welcome',
      lead: 'Greeting in the lobby. Leave empty for the default greeting.',
      fields: { en: 'English', hi: 'Hindi', af: 'Afrikaans' },
    },
    support: {
      title: 'Support',
      lead: 'Contact details shown to players.',
      fields: { email: 'E-mail', phone: 'Telephone', hours: 'Hours, such as “daily 8:00 to 20:00”' },
    },
    social: { title: 'Social links', lead: 'Links in the footer of the portal.', fields: { links: 'Links' } },
    auto_deposit: {
      title: 'Deposit button',
      lead: 'When off, players cannot start a deposit in any market and the button says so.',
      fields: { on: 'Deposits' },
    },
    registration: {
      title: 'Registration and sign-in',
      lead: 'Steps required of players.',
      fields: {
        open: 'New registrations',
        otp: 'One-time code at registration',
        new_device_otp: 'One-time code on a new device',
        forgot_password: 'Password reset by players',
      },
    },
    countries: {
      title: 'Countries',
      lead: 'Blocks visitors by country.',
      fields: { restricted: 'Restricted countries', unknown: 'If the country is unknown' },
    },
    session: {
      title: 'Sessions',
      lead: 'How long players stay signed in.',
      fields: { idle_hours: 'Idle timeout (hours)', absolute_days: 'Maximum length (days)' },
    },
    four_eyes: {
      title: 'Two operators',
      lead: 'Amounts from which two operators have to approve. Raising one needs two admins.',
      fields: { NA: 'Namibia (NAD)', IN: 'India (INR)' },
    },
    guessing: {
      title: 'Sign-in limits',
      lead: 'Limits of codes and wrong passwords. Networks that many people share, such as those of mobile carriers, can have a larger allowance.',
      fields: {
        unanswered_codes_a_day: 'Unanswered codes to unknown numbers, per day',
        networks: 'Shared networks',
      },
    },
    approvals: {
      title: 'Second person',
      lead: 'When a second person decides. What loosens one of these waits for a second admin; what tightens it applies at once. An operator and the person who made, raised or reset them never confirm each other within a day, unless one person may do both.',
      fields: {
        solo: 'One person may do both (sandbox only)',
        passkey_required: 'Decisions about money going out and adjustments need a passkey of every operator',
        separate_sides: 'Nobody decides on both deposits and withdrawals of one player in a day',
        bank_line_required: 'Bank transfers only with a bank line',
        'operator_day.NA': 'Sum of a day per operator: Namibia (NAD)',
        'operator_day.IN': 'Sum of a day per operator: India (INR)',
        'player_day.NA': 'Sum of a day per player: Namibia (NAD)',
        'player_day.IN': 'Sum of a day per player: India (INR)',
        ...Object.fromEntries<string>(
          amountActions.flatMap((action): [string, string][] => [
            [`thresholds.${action}.NA`, `${moneyActions[action].title}: from (NAD)`],
            [`thresholds.${action}.IN`, `${moneyActions[action].title}: from (INR)`],
          ]),
        ),
      },
    },
    deposits: {
      title: 'Deposits',
      lead: 'Expiry of deposits, and how many a player can have open.',
      fields: {
        expire_after_hours: 'Expires after (hours)',
        open_at_most: 'Maximum open per player',
        expected_minutes: 'Expected within (minutes)',
      },
    },
    deposit_limits: {
      title: 'Deposit limits',
      lead: 'Shown in the portal before a method is chosen. Each method has limits of its own.',
      fields: {
        'NA.min': 'Namibia: minimum (NAD)',
        'NA.max': 'Namibia: maximum (NAD)',
        'IN.min': 'India: minimum (INR)',
        'IN.max': 'India: maximum (INR)',
      },
    },
    quick_amounts: {
      title: 'Quick amounts',
      lead: 'Buttons above the amount of a deposit. Up to six whole amounts, separated by commas, such as 50, 100, 200, 500. Amounts outside a method\u2019s limits are left out.',
      fields: { NA: 'Namibia (NAD)', IN: 'India (INR)' },
    },
    withdrawals: {
      title: 'Withdrawals',
      lead: 'Limits, fees and requirements of withdrawals.',
      fields: {
        open: 'Withdrawals',
        rest_hours: 'Waiting time for new payout accounts (hours)',
        expected_minutes: 'Expected within (minutes)',
        tier: 'Required verification',
        'limits.NA.min': 'Namibia: minimum (NAD)',
        'limits.NA.max': 'Namibia: maximum (NAD)',
        'limits.IN.min': 'India: minimum (INR)',
        'limits.IN.max': 'India: maximum (INR)',
        'fee.NA.flat': 'Namibia: fixed fee (NAD)',
        'fee.NA.percent': 'Namibia: fee %',
        'fee.IN.flat': 'India: fixed fee (INR)',
        'fee.IN.percent': 'India: fee %',
      },
    },
    payer_accounts: {
      title: 'Our payout accounts',
      lead: 'The accounts that payouts are paid from, named in the files for the bank. A change needs a second admin.',
      fields: {
        'NA.holder': 'Namibia: account holder',
        'NA.number': 'Namibia: account number or IBAN',
        'NA.branch': 'Namibia: branch code',
        'NA.bank': 'Namibia: bank',
        'NA.bic': 'Namibia: BIC',
        'IN.holder': 'India: account holder',
        'IN.number': 'India: account number',
        'IN.branch': 'India: IFSC',
        'IN.bank': 'India: bank',
        'IN.bic': 'India: BIC',
      },
    },
    autoplay: {
      title: 'Autoplay',
      lead: 'Rounds that an instant game plays by itself, up to the player’s stops. Allowing it, or a shorter time between rounds, needs a second admin; forbidding it applies at once.',
      fields: {
        'NA.allowed': 'Namibia: autoplay',
        'NA.round_seconds': 'Namibia: least time from one round to the next (seconds)',
        'IN.allowed': 'India: autoplay',
        'IN.round_seconds': 'India: least time from one round to the next (seconds)',
      },
    },
    messaging: {
      title: 'Messages to players',
      lead: 'Quiet hours, daily caps and prices. Messages about money and security leave at any hour and count in no cap.',
      fields: {
        'quiet.NA.from': 'Namibia: quiet from',
        'quiet.NA.to': 'Namibia: quiet until',
        'quiet.IN.from': 'India: quiet from',
        'quiet.IN.to': 'India: quiet until',
        player_a_day: 'Messages to one player a day',
        operator_a_day: 'Messages to all players of a market a day',
        'sms_cost.NA': 'Namibia: one part of a text message (NAD)',
        'sms_cost.IN': 'India: one part of a text message (INR)',
        'email_cost.NA': 'Namibia: one e-mail (NAD)',
        'email_cost.IN': 'India: one e-mail (INR)',
      },
    },
  },
  hints: byCode({
    message: 'Leave empty for the default message.',
    until: 'Your time. Visitors see it in their own time zone. Only used in maintenance.',
    licence: 'Shown to players. Leave empty to use the one of the environment.',
    'operator_day.NA': 'Actions without evidence that one operator may do alone in a day.',
    'player_day.NA': 'Actions without evidence that one person may do alone for one player in a day.',
    ...Object.fromEntries<string>(
      amountActions.flatMap((action) =>
        ['NA', 'IN'].map((market): [string, string] => [
          `thresholds.${action}.${market}`,
          'Empty: the amount of “Two operators”.',
        ]),
      ),
    ),
    restricted: 'Two letters each, such as US, GB',
    unanswered_codes_a_day: 'Above it, only players with a known device, a session or a right password receive codes.',
  }),
  choices: byCode({
    active: 'Active',
    maintenance: 'Maintenance',
    forbidden: 'Forbidden',
    allow: 'Allow',
    restrict: 'Block',
    registered: 'Registered',
    mobile_verified: 'Mobile verified',
    person_verified: 'Identity verified',
  }),
} as const
