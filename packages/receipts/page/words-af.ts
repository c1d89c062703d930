import type { Words } from './words.ts'

export const af: Words = {
  title: 'Kontroleer jou kwitansies',
  lead: 'Hierdie bladsy kontroleer die lêers wat jy kies op jou eie toestel. Dit het geen netwerk nodig nie en stuur niks êrens heen nie, so jy kan dit hou en enige tyd gebruik.',
  pick: {
    title: '1. Kies jou lêers',
    text: 'Kwitansies, ’n staat met sy nota en kwitansie, jou deel van die verpligtinge, of twee koppe van die log.',
    button: 'Kies lêers',
    drop: 'of laat val hulle hier',
    chosen: 'Gekose lêers',
    again: 'Begin oor',
  },
  trust: {
    title: '2. Sê wie se handtekening tel',
    text: 'Die sleutel van die operateur se log, of ’n beleidlêer wat ook getuies noem. Kry dit by ’n bron wat jy vertrou, verkieslik meer as een.',
    label: 'Sleutel of beleid',
    missing: 'Voer ’n sleutel of beleid in, dan word die lêers gekontroleer.',
  },
  kinds: {
    receipt: 'kwitansie',
    body: 'inskrywings van ’n staat',
    note: 'getekende nota',
    liability: 'deel van die verpligtinge',
    head: 'vroeër kop van die log',
    request: 'later kop met bewys',
    policy: 'beleid',
  },
  working: 'Kontroleer tans…',
  holds: {
    verify: {
      title: 'Hierdie kwitansie klop',
      proves:
        'Bewys: die operateur het presies hierdie inskrywing in sy openbare log aangeteken, en kan dit nie ongemerk verander of verwyder nie.',
      not: 'Bewys nie: dat ’n spel regverdig was, of dat ’n bank betaal het nie.',
    },
    statement: {
      title: 'Hierdie staat klop',
      proves:
        'Bewys: die inskrywings volg sonder gaping op mekaar, tel op van die begin- tot die eindsaldo, en is aan die openbare log gebind.',
      not: 'Bewys nie: dat ’n bank of betaaldiens dieselfde syfers het nie.',
    },
    root: {
      title: 'Jou deel is getel',
      proves:
        'Bewys: die gepubliseerde totaal van daardie dag sluit in wat aan jou verskuldig was, en saam met die kwitansies word dit die saldo hieronder.',
      not: 'Bewys nie: dat die operateur die geld het nie. Vergelyk die totaal met sy banksaldo.',
    },
    consistency: {
      title: 'Die log het onveranderd voortgegaan',
      proves: 'Bewys: die latere log begin met elke inskrywing van die vroeër een.',
      not: 'Bewys nie: dat ander dieselfde log gesien het nie, tensy getuies dit geteken het.',
    },
  },
  fails: {
    verify: 'Hierdie kwitansie klop nie',
    statement: 'Hierdie staat klop nie',
    root: 'Hierdie deel klop nie',
    consistency: 'Hierdie koppe hoort nie bymekaar nie',
  },
  failsPolicy: 'Hierdie sleutel of beleid kan nie gebruik word nie',
  meanings: {
    'note-signature-wrong':
      'Die handtekening pas nie by die teks nie. Die lêer is verander nadat dit geteken is, of onderweg beskadig.',
    'note-not-signed': 'Die sleutel wat jy vertrou, het dit nie geteken nie. Maak seker jy het die regte sleutel.',
    'proof-root-differs': 'Hierdie inskrywing is nie in die log nie, of is verander nadat die kwitansie gemaak is.',
    'statement-body-changed':
      'Dit is nie die inskrywings wat geteken is nie. Sigbladprogramme verander ’n lêer wanneer hulle dit stoor: gebruik die lêer soos jy dit afgelaai het.',
    'statement-without-receipt': 'Voeg die kwitansie van die staat se laaste inskrywing by.',
    'chain-entry-missing': '’n Inskrywing ontbreek. Voeg die kwitansies van alle inskrywings by, sonder gaping.',
    'liability-total-wrong': 'Die gepubliseerde totaal is nie die som van die dele nie.',
    'consistency-':
      'Die latere log gaan nie van die vroeër een af voort nie. As albei koppe geteken is, hou albei lêers: hulle wys dat die log verander is.',
    'quorum-': 'Te min getuies het geteken. ’n Vars kwitansie wag dalk nog vir hulle.',
    'policy-': 'Die beleid het ’n fout. Kopieer dit weer van sy bron.',
    'key-': 'Die sleutel het ’n fout. Kopieer dit weer van sy bron.',
    'chain-': 'Die inskrywings volg nie op mekaar nie, of tel nie op nie.',
    'file-': '’n Lêer wat by hierdie kontrole hoort, ontbreek.',
    '': 'Die lêer is onvolledig, is verander, of is van ’n ander soort.',
  },
  exact: 'Presies:',
  facts: {
    account: 'Rekening',
    entry: 'Inskrywingnommer',
    time: 'Tyd (UTC)',
    reason: 'Soort',
    key: 'Verwysing',
    cash: 'Kontant',
    bonus: 'Bonus',
    hold: 'Teruggehou',
    inPlay: 'In spel',
    index: 'Plek in die log',
    log: 'Log',
    size: 'Inskrywings in die log',
    witnesses: 'Getuies',
    period: 'Tydperk (UTC)',
    entries: 'Inskrywings',
    opening: 'Beginsaldo',
    closing: 'Eindsaldo',
    day: 'Dag',
    total: 'Verskuldig aan alle spelers',
    share: 'Daardie dag aan jou verskuldig',
    entriesSince: 'Inskrywings sedertdien',
    balanceNow: 'Daarna aan jou verskuldig',
    sizeBefore: 'Inskrywings tevore',
  },
}
