interface TextSection {
  title: string
  text: string[]
  list?: string[]
}
interface Text {
  title: string
  lead: string
  sections: TextSection[]
}

/** The pages of plain text in English. `{operator}`, `{portal}`, `{licence}` and `{support}` come from the operator's settings. */
const pages: Record<'privacy' | 'terms' | 'responsible' | 'howToPlay' | 'howToDeposit', Text> = {
  privacy: {
    title: 'Privacy and policy',
    lead: 'What {operator} keeps about you, why, and for how long.',
    sections: [
      {
        title: 'What we keep',
        text: ['We keep what the service cannot run without:'],
        list: [
          'your mobile number and player name, so that you can log in and be recognised;',
          'your password only as a slow one-way hash: nobody here can read it;',
          'every payment, bet and payout, so that your balance can always be checked;',
          'the screenshots that you send with a deposit, re-encoded without their hidden data and shown to cashiers only;',
          'the devices on which you are logged in, so that you can log them out.',
        ],
      },
      {
        title: 'What we do not do',
        text: [
          'We use no advertising, no tracking by others and no third-party scripts. We do not sell what we know about you.',
        ],
      },
      {
        title: 'How long',
        text: [
          'Money records are kept as long as the law of your market asks for. Everything else is deleted once your account is closed and neither side owes anything.',
        ],
      },
      {
        title: 'Your rights',
        text: [
          'Ask us at {support} what we keep about you, to have it corrected, or to have it removed where the law allows it.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms and Condition',
    lead: '{portal} is run by {operator}. Licence: {licence}.',
    sections: [
      {
        title: 'Who may play',
        text: [
          'You are 18 or older, you play for yourself, and you hold one account. Your country has to be one that the portal is open to.',
        ],
      },
      {
        title: 'Your money',
        text: [
          'A deposit is credited with the amount that arrived, once a cashier or a payment service has confirmed it. Until then it is shown as pending, with the time by which you can expect an answer.',
        ],
        list: [
          'Deposits come from an account in your own name.',
          'A reference counts once: the same transfer is never credited twice.',
          'A withdrawal is held at once, checked, and paid to an account in your own name.',
          'Every transaction has a receipt number by which our support team can find it.',
        ],
      },
      {
        title: 'Rounds',
        text: [
          'A stake that was accepted is settled or given back, whatever happens to your connection. If a game breaks down before its result, the stake is returned.',
        ],
      },
      {
        title: 'When we refuse',
        text: [
          'We may hold a payment while we check it, and we tell you why. We may close an account that is used for fraud or for somebody else.',
        ],
      },
      { title: 'Questions', text: ['Write to {support}. A person answers.'] },
    ],
  },
  responsible: {
    title: 'Responsible gaming',
    lead: 'Games cost money over time. Play for fun, with money that you can spare, and stop while it is still fun.',
    sections: [
      {
        title: 'The odds',
        text: [
          'Every game gives back less than it takes, on average. The figure beside each game says how much. No system, streak or feeling changes it.',
        ],
      },
      {
        title: 'Warning signs',
        text: ['Talk to somebody if one of these is true for you:'],
        list: [
          'you play with money for rent, food or school;',
          'you chase losses;',
          'you borrow to play, or hide it;',
          'you cannot stop when you meant to;',
          'playing is no longer fun.',
        ],
      },
      {
        title: 'What you can do',
        text: ['While you play, the game shows how long you have played and your net result. Under Account you find:'],
        list: [
          'limits for deposits, stakes and losses by day, week or month: a lower one applies at once, a higher one after 24 hours;',
          'a reality check: a reminder of your time and your net result while you play;',
          'a break of 1 to 42 days: no bets and no deposits until it ends;',
          'self-exclusion for months or permanently.',
        ],
      },
      {
        title: 'Where to get help',
        text: [
          'You can withdraw at any time, also during a break. Our support team closes or pauses your account when you ask: {support}.',
          'In Namibia, call LifeLine/ChildLine on 061 232 221. In India, call Tele-MANAS on 14416, day or night. Nobody under 18 may play; we close such accounts.',
        ],
      },
    ],
  },
  howToPlay: {
    title: 'How to Play',
    lead: 'From an empty account to your first round, and back to your bank.',
    sections: [
      {
        title: '1. Open an account',
        text: ['Sign up with your mobile number. We send you a code by text message; enter it to finish.'],
      },
      {
        title: '2. Add money',
        text: [
          'Choose a payment method, pay there with your own code as the reference, then enter the reference of the payment. A cashier checks it and the balance at the top changes by itself.',
        ],
      },
      {
        title: '3. Play Dhow',
        text: [
          'A dhow sets sail and the multiplier grows. Cash out before the wind drops and your stake is paid that many times; wait too long and it is gone.',
        ],
        list: [
          'Set a stake while the crew gets ready.',
          'Cash out by hand, or set a multiplier at which it happens by itself, even if your connection drops.',
          'You can place two bets in one round.',
        ],
      },
      {
        title: '4. Check a round',
        text: [
          'The result of each round is fixed before anybody bets. Afterwards its seed is shown, and the proof page calculates the result again in your own browser.',
        ],
      },
      {
        title: '5. Withdraw your money',
        text: [
          'Add a payout account in your name, request the amount, and follow each step in your history until it is paid.',
        ],
      },
    ],
  },
  howToDeposit: {
    title: 'How to deposit by voucher',
    lead: 'Cash at a shop becomes a balance in four steps, without a bank account.',
    sections: [
      {
        title: '1. Buy a voucher',
        text: [
          'Ask at a shop that sells vouchers, pay the amount in cash, and keep the slip. Anybody who knows its number can use the money: show it to nobody.',
        ],
      },
      {
        title: '2. Check it',
        text: [
          'Choose Voucher among the payment methods and enter the number. Spaces and hyphens do not matter, zeros at the beginning do. We ask the issuer what it is worth and show you the amount before anything happens.',
        ],
      },
      {
        title: '3. Add it',
        text: [
          'Confirm, and we add the amount that the issuer confirms to your balance. A voucher works once.',
          'If the issuer does not answer, your voucher is not lost: the deposit reads Processing, we keep asking, and it is added by itself.',
        ],
      },
      {
        title: '4. Your change voucher',
        text: [
          'Some issuers redeem a part and give a new voucher for the rest. You find it with the deposit in your voucher history; only you can see it.',
        ],
      },
      {
        title: 'When a number is refused',
        text: [
          'Used, expired and mistyped numbers get the same answer, so that nobody can guess vouchers by asking. Compare the digits with the slip, then write to {support} with the place and time of purchase. Never send the number itself.',
        ],
      },
    ],
  },
}

export const words = {
  pages,
  forSupport: 'Details for our support team',
  ownTerms: {
    ask: 'These terms are new. Please read them and accept them to go on.',
    accept: 'I accept these terms',
    accepted: 'You accepted these terms on {when}.',
    goOn: 'Continue',
  },
  preview: 'This is a preview. Players do not see it yet.',
  noLicence: 'none: this is a sandbox with play money',
}
