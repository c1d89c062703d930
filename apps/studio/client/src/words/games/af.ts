import type { GamesWords } from './en.ts'

export const afrikaans: GamesWords = {
  about:
    'Speletjies waarvan elke speler die rondtes self kan nagaan. Kies een en probeer dit met speelgeld, sonder ’n rekening.',
  returns: (percent) => `Gee ${percent} % terug`,
  failed: 'Die speletjies kon nie gelaai word nie. Herlaai hierdie bladsy oor ’n oomblik.',
}
