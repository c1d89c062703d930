import type { Groups } from '../words.tsx'

/** The offer to install the portal, in Hindi. */
export const words: Groups['install'] = {
  install: {
    label: 'पोर्टल इंस्टॉल करें',
    text: '{name} को होम स्क्रीन पर जोड़ें। यह ऐप की तरह खुलेगा।',
    byHand: '{name} को होम स्क्रीन पर जोड़ें: शेयर करें → होम स्क्रीन में जोड़ें।',
    install: 'इंस्टॉल करें',
    later: 'अभी नहीं',
    never: 'दोबारा न पूछें',
  },
}
