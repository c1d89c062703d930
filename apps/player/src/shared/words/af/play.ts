import type { Groups } from '../words.tsx'

/** The game screen and the rounds, in Afrikaans. */
export const words: Groups['play'] = {
  play: {
    loading: 'Die speletjie word oopgemaak…',
    nothingStaked: 'Niks word ingesit voordat jy wed nie.',
    demoRunning: 'Speelgeld: hierdie munte is nie eg nie.',
    demoShort: 'Demo',
    signIn: 'Teken in om met jou saldo te speel',
    real: 'Speel met jou saldo',
    realShort: 'Speel eg',
    sound: 'Klank',
    back: 'Speletjies',
    backLong: 'Terug na die speletjies',
    minutes: '{minutes} min gespeel',
    minutesShort: '{minutes} min',
    net: 'Netto resultaat',
    unknown: 'Speletjie nie gevind nie',
    failed: 'Die speletjie kon nie oopgemaak word nie.',
    reminderTitle: 'Speeltydherinnering',
    reminderText: 'Jy speel al {minutes} minute.',
    reminderNet: 'Netto resultaat sedertdien: {net}.',
    goOn: 'Speel verder',
    stop: 'Hou op speel',
  },
  rounds: {
    stake: 'Inset',
    payout: 'Uitbetaling',
    net: 'Resultaat',
    balanceAfter: 'Saldo daarna',
    proof: 'Gaan hierdie rondte na',
    open: 'Oop',
    settled: 'Afgehandel',
    rolled_back: 'Teruggedraai',
    checking: 'Word nagegaan',
    refused: 'Afgekeur ná kontrole',
  },
}
