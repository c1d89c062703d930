import type { Groups } from '../words.tsx'

/** The offer to install the portal, in Afrikaans. The phone's buttons are named in English, since iOS has no Afrikaans. */
export const words: Groups['install'] = {
  install: {
    label: 'Installeer die portaal',
    text: 'Voeg {name} by jou tuisskerm. Dit open soos ’n app.',
    byHand: 'Voeg {name} by jou tuisskerm: Deel (Share) → Voeg by tuisskerm (Add to Home Screen).',
    install: 'Installeer',
    later: 'Nie nou nie',
    never: 'Moenie weer vra nie',
  },
}
