import type { Groups } from '../words.tsx'

/** Signed statements of the account, in Afrikaans. */
export const words: Groups['receipts'] = {
  statements: {
    lead: 'Elke inskrywing van ’n maand of ’n ander tydperk, met begin- en eindsaldo. Elke staat is onderteken, sodat ’n bank of enigiemand dit sonder ons kan nagaan.',
    span: 'Tydperk',
    otherSpan: 'Ander datums',
    soFar: '{month} tot dusver',
    from: 'Eerste dag',
    to: 'Laaste dag',
    daysNeeded: 'Kies albei dae. Die laaste dag kan nie voor die eerste dag wees nie.',
    make: 'Maak staat',
    making: 'Die staat word gemaak…',
    ready: 'Jou staat is gereed.',
    yours: 'Jou state',
    emptyTitle: 'Nog geen state nie',
    emptyText: 'Kies ’n tydperk hierbo. ’n Staat bly hier en verander nooit nie: elke aflaai is dieselfde lêer.',
    entries: 'Inskrywings',
    opening: 'Kontant aan die begin',
    closing: 'Kontant aan die einde',
    byOperator: 'Deur ons hulpspan uitgereik',
    files: {
      'statement.pdf': 'PDF',
      'entries.csv': 'CSV',
      'entries.csv.note': 'Handtekening van die CSV',
      'entries.json': 'JSON',
      'entries.json.note': 'Handtekening van die JSON',
      'receipt.html': 'Kwitansie van die laaste inskrywing',
    },
    pdfNote: 'Die PDF is in Engels en het die CSV, sy handtekening en die kwitansie as aanhegsels.',
    proves:
      '’n Staat bewys dat geen inskrywing tussen die twee saldo’s ontbreek nie, dat alles optel, en dat dit onveranderd in ons openbare log staan. Dit bewys nie dat ’n speletjie regverdig was of dat ’n bank betaal het nie.',
  },
  liabilities: {
    title: 'Wat ons aan spelers skuld',
    lead: 'Elke dag ná middernag (UTC) tel ons die saldo’s van alle spelers op en publiseer die som in ons openbare log. Niemand kan dit later verlaag nie, en elke speler kan nagaan dat hul geld getel is.',
    signIn: 'Teken in om na te gaan of jou saldo getel is.',
    noneTitle: 'Nog niks gepubliseer nie',
    noneText: 'Die eerste somme verskyn ná middernag (UTC).',
    ofCurrency: 'Aan alle spelers verskuldig, {currency}',
    day: 'Dag',
    owed: 'Verskuldig',
    bank: 'Ons banksaldo',
    checks: 'Spelers wat nagegaan het',
    notEntered: 'Nie ingevul nie',
    chance:
      '{checks} spelers het die nuutste som nagegaan. As {accounts} rekeninge uitgelaat was, sou dit met ’n kans van {percent} % ongemerk gebly het. Elke verdere kontrole verlaag dit.',
    checkTitle: 'Gaan my saldo na',
    checkLead:
      'Jou blaaier haal jou deel van die nuutste som, gaan dit na en tel alle inskrywings sedertdien op. Dit word hier uitgewerk, nie deur ons bediener nie.',
    check: 'Gaan my saldo na',
    checking: 'Gaan tans na…',
    counted:
      'Jou saldo is getel. Jou deel lei na die gepubliseerde som, en alle inskrywings sedertdien tel op tot wat die portaal wys.',
    countedLater:
      'Jou rekening is nuwer as die nuutste som. Al sy inskrywings is in die log en tel op tot wat die portaal wys.',
    differs: 'Die inskrywings tel nie op tot die saldo wat die portaal wys nie. Hou ’n staat en kontak die hulpspan.',
    refused: 'Die kontrole het misluk. Hou ’n staat en kontak die hulpspan. Rede:',
    atRoot: 'Jou deel daardie dag',
    since: 'Inskrywings sedertdien',
    now: 'Nou aan jou verskuldig',
    keepKey:
      'Jou blaaier het die sleutels gebruik wat ons log noem. Skryf dit een keer neer, van /log/keys, en vergelyk: ’n sleutel wat sonder kennisgewing verander het, bewys niks.',
    proves:
      'Dit bewys dat die som elke speler insluit wat nagaan. Dit bewys nie dat die geld daar is nie: ons banksaldo vul ons self in, en niemand anders onderteken dit nie. Wie nagaan, sien die somme langs hul eie, maar nie wie s’n dit is nie.',
  },
}
