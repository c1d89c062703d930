import type { Groups } from '../words.tsx'

/** The game screen and the rounds, in Afrikaans. */
export const words: Groups['play'] = {
  play: {
    loading: 'Die speletjie word oopgemaak…',
    demo: 'Probeer dit met speelgeld',
    demoRunning: 'Demo: hierdie munte is nie eg nie.',
    signIn: 'Teken in om met jou saldo te speel',
    back: 'Speletjies',
    backLong: 'Terug na die speletjies',
    minutes: '{minutes} min in hierdie speletjie',
    net: 'Sedert jy gekom het',
    unknown: 'Daar is nie so ’n speletjie nie',
    failed: 'Die speletjie kon nie oopgemaak word nie.',
    reminderTitle: 'Staan ’n oomblik stil',
    reminderText: 'Jy is al {minutes} minute in hierdie speletjie.',
    reminderNet: 'Jou saldo het sedert jy gekom het met {net} verander.',
    reminderNone: 'Jou saldo het nie verander sedert jy gekom het nie.',
    goOn: 'Speel verder',
    stop: 'Hou hier op',
  },
  rounds: {
    stake: 'Inset',
    payout: 'Uitbetaling',
    balanceAfter: 'Saldo daarna',
    proof: 'Gaan hierdie rondte na',
    open: 'Oop',
    settled: 'Afgehandel',
    rolled_back: 'Teruggedraai',
  },
}
