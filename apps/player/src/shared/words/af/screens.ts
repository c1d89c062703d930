import type { Groups } from '../words.tsx'

/** Texts of the game lists and the notices, in Afrikaans. */
export const words: Groups['screens'] = {
  restricted: {
    title: 'Nie in jou land beskikbaar nie',
    text: 'Toegang vanuit jou land is beperk.',
    retry: 'Kyk weer',
  },
  notFound: {
    title: 'Bladsy nie gevind nie',
    text: 'Die bladsy het dalk geskuif. Probeer een van hierdie:',
  },
  games: {
    searchLabel: 'Soek speletjies',
    none: 'Geen speletjies gevind nie',
    noProviders: 'Nog geen verskaffers nie',
    all: 'Alles',
    byProvider: 'Speletjies per verskaffer',
    ofProvider: 'Speletjies van {provider}',
    oneProvider: 'Verskaffer',
    clear: 'Wys alle speletjies',
    recentSearches: 'Onlangse soektogte',
    forget: 'Vee uit',
    noneText: 'Geen speletjie het “{q}” in sy naam nie. Dalk een van dié?',
    similar: 'Geen speletjie heet “{q}” nie. Dié lyk soortgelyk:',
    sandboxSwitch: 'Toetsverskaffers',
    sandboxNote: 'Toetsspeletjies van versinde verskaffers, om te sien hoe speletjies van buite gekoppel word.',
  },
}
