import type { CommonWords } from './en.ts'

const sessionEnded = 'Hierdie sessie is verby. Maak die speletjie weer vanuit die portaal oop.'

export const common: CommonWords = {
  independent: 'Elke rondte staan op sy eie: vorige uitslae verander nie die volgende een nie.',
  live: {
    connecting: 'Verbind…',
    reconnecting: 'Verbind weer…',
    demo: 'Speelgeld',
    sound: 'Klank',
    menu: 'Kieslys',
  },
  staking: {
    stake: 'Inset',
    quick: 'Vinnige insette',
    less: 'Minder',
    more: 'Meer',
    half: '½ inset',
    double: '2× inset',
    most: 'Maks inset',
    max: 'Maks',
    bet: (money) => `Wed ${money}`,
    placing: 'Jou weddenskap word geplaas…',
    cashOut: 'Betaal uit',
    cashingOut: 'Betaal uit…',
    paid: (money, at) => `${money} betaal by ${at}`,
    refusedOtherwise: 'Die beursie het hierdie inset geweier. Niks is geneem nie.',
  },
  ends: {
    part: (money, stake) => `${money} van ${stake} is teruggegee.`,
    lost: (money) => `Nie hierdie keer nie: ${money} verloor`,
    recap: (text) => `Jou laaste rondte: ${text}`,
  },
  refused: {
    bet_not_allowed: 'Weddenskappe word nie nou vir hierdie rekening toegelaat nie.',
    session_ended: sessionEnded,
    session_unknown: sessionEnded,
  },
  refusedStake: {
    insufficient_funds: 'Jou saldo dek nie hierdie inset nie.',
    limit_reached: 'Hierdie inset sou een van jou perke oorskry.',
  },
  bye: {
    session_unknown: sessionEnded,
    malformed: 'Hierdie bladsy is verouderd. Herlaai dit.',
  },
  proof: {
    page: 'Bewys van ’n rondte',
    close: 'Maak toe',
    copy: 'Kopieer skakel',
    copied: 'Gekopieer',
    open: 'Maak die bewysbladsy oop',
    inLogLooking: 'Word in die openbare log opgesoek…',
    inLogKept: (place: number) => `Die openbare log het dit, vasgelê op plek ${place} voor die eerste rondte.`,
    inLogRefused: (reason: string) => `Die log se bewys klop nie: ${reason}.`,
    inLogFailures: {
      differs: 'Die openbare log het ’n ander verbintenis onder hierdie naam. Hierdie rondte is omgeruil.',
      missing: 'Die openbare log het dit nie.',
      away: 'Die openbare log kon nie bereik word nie. Herlaai die bladsy om weer te probeer.',
    },
    inLogCommitment: 'Bewys van die verbintenis',
    inLogReceipts: 'Kwitansies van hierdie rondte',
    byHand: 'Gaan dit self na',
    unknown: 'Rondte nie gevind nie.',
    failed: 'Die rondte kon nie gelaai word nie. Probeer oor ’n oomblik weer.',
    badLink: 'Hierdie skakel bevat nie ’n volledige bewys nie.',
  },
  chain: {
    title: (no) => `Rondte ${no}`,
    hash: 'Hutswaarde van die rondte',
    salt: 'Openbare sout',
    end: 'Gepubliseerde einde van die ketting',
    number: 'Nommer van die rondte',
    chainRight: (steps) =>
      steps === 1 ? 'Een stap lei na die gepubliseerde einde.' : `${steps} stappe lei na die gepubliseerde einde.`,
    chainWrong: 'Die ketting lei nie na die gepubliseerde einde nie.',
    walking: (percent) => `Stap langs die ketting: ${percent} %`,
    published: 'Die ateljee publiseer einde en sout by',
  },
  fairness: {
    title: 'Regverdigheid',
    rounds: 'Gaan ’n rondte in jou blaaier na',
    none: 'Die eerste rondte is nog in spel.',
  },
  cards: {
    suits: { diamond: 'ruitens', heart: 'hartens', spade: 'skoppens', club: 'klawers' },
    ranks: { J: 'Boer', Q: 'Vrou', K: 'Heer', A: 'Aas' },
    card: (rank, suit) => `${rank} van ${suit}`,
  },
}
