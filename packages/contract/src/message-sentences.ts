import type { LimitKind, LimitPeriod } from './limits.ts'
import type { MessageLanguage } from './message-texts.ts'

/** Sentences and names inside messages that depend on their values. */
interface Sentences {
  limits: Record<LimitKind, Record<LimitPeriod, string>>
  /** About the part of a reversed deposit that the player owes. */
  owed: (amount: string) => string
  /** The rest of a debt. */
  left: (amount: string) => string
  nothingLeft: string
}

export const messageSentences: Record<MessageLanguage, Sentences> = {
  en: {
    limits: {
      deposit: { day: 'Daily deposit limit', week: 'Weekly deposit limit', month: 'Monthly deposit limit' },
      stake: { day: 'Daily stake limit', week: 'Weekly stake limit', month: 'Monthly stake limit' },
      loss: { day: 'Daily loss limit', week: 'Weekly loss limit', month: 'Monthly loss limit' },
    },
    owed: (amount) => `You owe ${amount} of it; your next deposits pay it first.`,
    left: (amount) => `You still owe ${amount}.`,
    nothingLeft: 'You no longer owe anything.',
  },
  hi: {
    limits: {
      deposit: { day: 'दैनिक जमा सीमा', week: 'साप्ताहिक जमा सीमा', month: 'मासिक जमा सीमा' },
      stake: { day: 'दैनिक दांव सीमा', week: 'साप्ताहिक दांव सीमा', month: 'मासिक दांव सीमा' },
      loss: { day: 'दैनिक नुकसान सीमा', week: 'साप्ताहिक नुकसान सीमा', month: 'मासिक नुकसान सीमा' },
    },
    owed: (amount) => `इसमें से ${amount} आप पर बकाया हैं; आपके अगले जमा पहले इसे चुकाएँगे।`,
    left: (amount) => `अब भी ${amount} बकाया हैं।`,
    nothingLeft: 'अब आप पर कुछ बकाया नहीं है।',
  },
  af: {
    limits: {
      deposit: { day: 'Daaglikse depositoperk', week: 'Weeklikse depositoperk', month: 'Maandelikse depositoperk' },
      stake: { day: 'Daaglikse insetperk', week: 'Weeklikse insetperk', month: 'Maandelikse insetperk' },
      loss: { day: 'Daaglikse verliesperk', week: 'Weeklikse verliesperk', month: 'Maandelikse verliesperk' },
    },
    owed: (amount) => `Jy skuld ${amount} daarvan; jou volgende deposito’s betaal dit eerste.`,
    left: (amount) => `Jy skuld nog ${amount}.`,
    nothingLeft: 'Jy skuld niks meer nie.',
  },
}
