import type { Groups } from '../words.tsx'

/** The page of channels, in Afrikaans. */
export const words: Groups['channels'] = {
  channels: {
    title: 'Hoe ons jou bereik',
    lead: 'Elke boodskap is in jou inboks. Kies wat daarbenewens kom.',
    saved: 'Gestoor',
    sms: 'SMS’e',
    smsWanted: 'Stuur belangrike nuus oor my geld per SMS',
    smsAlways: 'Kodes en boodskappe oor die sluiting van jou rekening kom altyd per SMS.',
    push: 'Kennisgewings',
    pushLead:
      'Hierdie blaaier kan jou laat weet wanneer ’n deposito bygevoeg of ’n onttrekking betaal is, ook terwyl die portaal toe is. Ander mense kan jou skerm sien, daarom word bedrae weggelaat tensy jy dit toelaat.',
    pushOn: 'Kennisgewings is aan in hierdie blaaier.',
    pushOff: 'Kennisgewings is af in hierdie blaaier.',
    pushStart: 'Laat weet my in hierdie blaaier',
    pushStop: 'Stop kennisgewings in hierdie blaaier',
    pushRefused:
      'Die blaaier het dit nie toegelaat nie. Jy kan dit in die blaaier se instellings vir hierdie werf verander. Alles anders werk daarsonder.',
    pushUnsupported: 'Hierdie blaaier het nie kennisgewings nie. Voeg die portaal op ’n iPhone eers by die tuisskerm.',
    pushSums: 'Wys bedrae in kennisgewings',
    offers: 'Aanbiedinge',
    offersWanted: 'Stuur vir my aanbiedinge',
    offersSince: 'Jy het op {time} ingestem.',
    offersStopped: 'Jy het aanbiedinge op {time} gestop.',
    offersNever: 'Ons stuur geen aanbiedinge tensy jy instem nie.',
  },
}
