/** The game screen and the rounds, in English. */
export const words = {
  play: {
    loading: 'The game is being opened…',
    demo: 'Try it with play money',
    demoRunning: 'Demo: these coins are not real.',
    signIn: 'Log in to play with your balance',
    back: 'Games',
    backLong: 'Back to the games',
    minutes: '{minutes} min in this game',
    net: 'Since you came',
    unknown: 'There is no such game',
    failed: 'The game could not be opened.',
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
