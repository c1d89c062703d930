import type { MessageCatalogue } from './message-texts.ts'

/** Replaces typographic quotes by GSM characters; others double the cost of a text message. */
const plain = (text: string) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

/** Texts of advertising, written by the operator. */
export const offerMessages: Pick<MessageCatalogue, 'offer'> = {
  offer: {
    en: ({ title_en, text_en }) => ({ title: title_en, text: text_en, sms: plain(text_en) }),
    hi: ({ title_hi, text_hi }) => ({ title: title_hi, text: text_hi, sms: text_hi }),
    af: ({ title_af, text_af }) => ({ title: title_af, text: text_af, sms: plain(text_af) }),
  },
}

/** Texts about prizes of tournaments: credited, or to be claimed. */
export const prizeMessages: Pick<MessageCatalogue, 'tournament_prize' | 'tournament_prize_open'> = {
  tournament_prize: {
    en: ({ name, rank, amount, currency }, { money }) => ({
      title: 'Tournament prize',
      text: `${name}: you finished in place ${rank}. Your prize of ${money(amount, currency)} was added to your balance.`,
    }),
    hi: ({ name, rank, amount, currency }, { money }) => ({
      title: 'टूर्नामेंट का इनाम',
      text: `${name}: आप स्थान ${rank} पर रहे। ${money(amount, currency)} का इनाम आपके बैलेंस में जोड़ा गया।`,
    }),
    af: ({ name, rank, amount, currency }, { money }) => ({
      title: 'Toernooiprys',
      text: `${name}: jy het in plek ${rank} geëindig. Jou prys van ${money(amount, currency)} is by jou saldo gevoeg.`,
    }),
  },
  tournament_prize_open: {
    en: ({ name, rank, amount, currency }, { money }) => ({
      title: 'Prize to claim',
      text: `${name}: you finished in place ${rank}. Claim your prize of ${money(amount, currency)} on the page of the tournament within 30 days.`,
    }),
    hi: ({ name, rank, amount, currency }, { money }) => ({
      title: 'इनाम लेना बाकी है',
      text: `${name}: आप स्थान ${rank} पर रहे। ${money(amount, currency)} का इनाम 30 दिन के भीतर टूर्नामेंट के पेज पर लें।`,
    }),
    af: ({ name, rank, amount, currency }, { money }) => ({
      title: 'Prys om te eis',
      text: `${name}: jy het in plek ${rank} geëindig. Eis jou prys van ${money(amount, currency)} binne 30 dae op die toernooi se bladsy.`,
    }),
  },
}

/** Texts about free rounds: given, and about to end. */
export const freeRoundMessages: Pick<MessageCatalogue, 'free_rounds_given' | 'free_rounds_ending'> = {
  free_rounds_given: {
    en: ({ game, rounds, amount, currency, until }, { money, time }) => ({
      title: 'Free rounds for you',
      text: `${rounds} free rounds of ${game} at ${money(amount, currency)} each. The stake is ours and what you win is yours. Play them before ${time(until)}.`,
    }),
    hi: ({ game, rounds, amount, currency, until }, { money, time }) => ({
      title: 'आपके लिए मुफ़्त राउंड',
      text: `${game} के ${rounds} मुफ़्त राउंड, हर एक ${money(amount, currency)} का। दांव हमारा, जीत आपकी। ${time(until)} से पहले खेलें।`,
    }),
    af: ({ game, rounds, amount, currency, until }, { money, time }) => ({
      title: 'Gratis rondtes vir jou',
      text: `${rounds} gratis rondtes van ${game} teen ${money(amount, currency)} elk. Ons betaal die inset, en wat jy wen is joune. Speel dit voor ${time(until)}.`,
    }),
  },
  free_rounds_ending: {
    en: ({ game, left, until }, { time }) => ({
      title: 'Free rounds end soon',
      text: `Free rounds of ${game} that you have left: ${left}. They end on ${time(until)}.`,
    }),
    hi: ({ game, left, until }, { time }) => ({
      title: 'मुफ़्त राउंड जल्द खत्म होंगे',
      text: `${game} के आपके बचे हुए मुफ़्त राउंड: ${left}। ये ${time(until)} को खत्म होंगे।`,
    }),
    af: ({ game, left, until }, { time }) => ({
      title: 'Gratis rondtes verval binnekort',
      text: `Gratis rondtes van ${game} wat jy oor het: ${left}. Dit verval op ${time(until)}.`,
    }),
  },
}
