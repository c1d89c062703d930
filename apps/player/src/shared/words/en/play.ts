/** The game screen and the rounds, in English. */
export const words = {
  play: {
    loading: 'The game is being opened…',
    demoRunning: 'Play money: these coins are not real.',
    signIn: 'Log in to play with your balance',
    real: 'Play with your balance',
    back: 'Games',
    backLong: 'Back to the games',
    minutes: '{minutes} min of play',
    net: 'Since you came',
    unknown: 'There is no such game',
    failed: 'The game could not be opened.',
    reminderTitle: 'A moment to look',
    reminderText: 'You have been playing for {minutes} minutes.',
    reminderNet: 'Your rounds since then: {net}.',
    goOn: 'Go on playing',
    stop: 'Stop here',
  },
  rounds: {
    stake: 'Stake',
    payout: 'Payout',
    balanceAfter: 'Balance after',
    proof: 'Check this round',
    open: 'Open',
    settled: 'Settled',
    rolled_back: 'Rolled back',
  },
}
