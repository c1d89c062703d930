import type { Groups } from '../words.tsx'

/** The same in Afrikaans. */
export const words: Groups['screens'] = {
  restricted: {
    title: 'Nie beskikbaar waar jy is nie',
    text: 'Toegang vanuit jou land is beperk.',
    retry: 'Kyk weer',
  },
  notFound: {
    title: 'Daar is niks by hierdie adres nie',
    text: 'Die bladsy het dalk geskuif. Hier kan jy verder gaan:',
  },
  games: {
    searchLabel: 'Soek speletjies',
    none: 'Geen speletjie het daardie naam nie.',
    all: 'Alles',
    byProvider: 'Speletjies per verskaffer',
    ofProvider: 'Speletjies van {provider}',
    oneProvider: 'Verskaffer',
    clear: 'Wys alle speletjies',
    gamesOf: '{count} speletjies',
    gameOf: '1 speletjie',
  },
}
