import type { Groups } from '../words.tsx'

/** The pages of plain text in Afrikaans. `{operator}`, `{portal}`, `{licence}` and `{support}` come from the operator's settings. */
const pages: Groups['pages']['pages'] = {
  privacy: {
    title: 'Privaatheidsbeleid',
    lead: 'Wat {operator} oor jou bewaar, hoekom, en vir hoe lank.',
    sections: [
      {
        title: 'Wat ons bewaar',
        text: ['Ons bewaar dit waarsonder die diens nie kan werk nie:'],
        list: [
          'jou selfoonnommer en spelernaam, sodat jy kan inteken en herken kan word;',
          'jou wagwoord slegs as ’n stadige eenrigting-hutswaarde: niemand hier kan dit lees nie;',
          'elke betaling, weddenskap en uitbetaling, sodat jou saldo altyd nagegaan kan word;',
          'die skermskote wat jy saam met ’n deposito stuur, omgeskakel sonder hul versteekte data en net aan kassiere gewys;',
          'die toestelle waarop jy ingeteken is, sodat jy hulle kan uitteken.',
        ],
      },
      {
        title: 'Wat ons nie doen nie',
        text: [
          'Ons gebruik geen advertensies, geen naspeuring deur ander en geen skrifte van derde partye nie. Ons verkoop nie wat ons van jou weet nie.',
        ],
      },
      {
        title: 'Hoe lank',
        text: [
          'Rekords van jou geld word bewaar so lank as wat die wet van jou land vereis. Alles anders word uitgevee sodra jou rekening gesluit is en niemand iets skuld nie.',
        ],
      },
      {
        title: 'Jou regte',
        text: [
          'Vra ons by {support} wat ons oor jou bewaar, om dit te laat regstel, of om dit te laat verwyder waar die wet dit toelaat.',
        ],
      },
    ],
  },
  terms: {
    title: 'Bepalings en voorwaardes',
    lead: '{portal} word bedryf deur {operator}. Lisensie: {licence}.',
    sections: [
      {
        title: 'Wie mag speel',
        text: [
          'Jy is 18 of ouer, jy speel vir jouself, en jy het een rekening. Jou land moet een wees waarvoor die portaal oop is.',
        ],
      },
      {
        title: 'Jou geld',
        text: [
          '’n Deposito word bygevoeg met die bedrag wat aangekom het, sodra ’n kassier of ’n betaaldiens dit bevestig het. Tot dan wys dit as hangende, met die tyd waarteen jy ’n antwoord kan verwag.',
        ],
        list: [
          'Deposito’s kom van ’n rekening in jou eie naam.',
          '’n Verwysing tel een keer: dieselfde oorplasing word nooit twee keer bygevoeg nie.',
          '’n Onttrekking word dadelik teruggehou, nagegaan en betaal aan ’n rekening in jou eie naam.',
          'Elke transaksie het ’n kwitansienommer waarmee ons hulpspan dit kan vind.',
        ],
      },
      {
        title: 'Rondtes',
        text: [
          '’n Inset wat aanvaar is, word afgehandel of teruggegee, wat ook al met jou verbinding gebeur. As ’n speletjie voor die uitslag ophou werk, word die inset teruggegee.',
        ],
      },
      {
        title: 'Wanneer ons weier',
        text: [
          'Ons mag ’n betaling terughou terwyl ons dit nagaan, en ons sê vir jou hoekom. Ons mag ’n rekening sluit wat vir bedrog of vir iemand anders gebruik word.',
        ],
      },
      { title: 'Vrae', text: ['Skryf aan {support}. ’n Mens antwoord.'] },
    ],
  },
  responsible: {
    title: 'Speel verantwoordelik',
    lead: 'Speletjies kos oor tyd geld. Speel vir die pret, met geld wat jy kan mis, en hou op terwyl dit nog pret is.',
    sections: [
      {
        title: 'Jou kanse',
        text: [
          'Elke speletjie gee gemiddeld minder terug as wat dit neem. Die syfer langs elke speletjie sê hoeveel. Geen stelsel, wenreeks of gevoel verander dit nie.',
        ],
      },
      {
        title: 'Waarskuwingstekens',
        text: ['Praat met iemand as een hiervan vir jou waar is:'],
        list: [
          'jy speel met geld vir huur, kos of skool;',
          'jy jaag verliese na;',
          'jy leen geld om te speel, of steek dit weg;',
          'jy kan nie ophou wanneer jy wou nie;',
          'speel is nie meer pret nie.',
        ],
      },
      {
        title: 'Wat jy kan doen',
        text: [
          'Terwyl jy speel, wys die speletjie hoe lank jy al speel en wat jou netto resultaat is. Onder Rekening vind jy:',
        ],
        list: [
          'perke vir deposito’s, insette en verliese per dag, week of maand: ’n laer een geld dadelik, ’n hoër een ná 24 uur;',
          '’n speeltydherinnering: jou tyd en jou netto resultaat terwyl jy speel;',
          '’n blaaskans van 1 tot 42 dae: geen weddenskappe en geen deposito’s totdat dit verby is nie;',
          'selfuitsluiting vir maande of permanent.',
        ],
      },
      {
        title: 'Waar jy hulp kry',
        text: [
          'Jy kan enige tyd onttrek, ook tydens ’n blaaskans. Ons hulpspan sluit of onderbreek jou rekening wanneer jy vra: {support}.',
          'Bel LifeLine/ChildLine in Namibië by 061 232 221, of Tele-MANAS in Indië by 14416, dag of nag. Niemand onder 18 mag speel nie; ons sluit sulke rekeninge.',
        ],
      },
    ],
  },
  howToPlay: {
    title: 'Hoe om te speel',
    lead: 'Van ’n leë rekening tot jou eerste rondte, en terug na jou bank.',
    sections: [
      {
        title: '1. Maak ’n rekening oop',
        text: ['Registreer met jou selfoonnommer. Ons stuur vir jou ’n kode per SMS; voer dit in om klaar te maak.'],
      },
      {
        title: '2. Laai geld',
        text: [
          'Kies ’n betaalmetode, betaal daar met jou eie kode as die verwysing, en voer dan die verwysing van die betaling in. ’n Kassier gaan dit na en die saldo boaan verander vanself.',
        ],
      },
      {
        title: '3. Speel Dhow',
        text: [
          '’n Dhow vaar uit en die vermenigvuldiger groei. Betaal uit voor die wind gaan lê en jou inset word soveel keer betaal; wag te lank en dit is weg.',
        ],
        list: [
          'Stel ’n inset terwyl die bemanning regmaak.',
          'Betaal self uit, of stel ’n vermenigvuldiger waarby dit vanself gebeur, selfs al val jou verbinding weg.',
          'Jy kan twee weddenskappe in een rondte plaas.',
        ],
      },
      {
        title: '4. Gaan ’n rondte na',
        text: [
          'Die uitslag van elke rondte staan vas voordat enigiemand wed. Agterna word sy saad gewys, en die bewysbladsy werk die uitslag weer uit in jou eie blaaier.',
        ],
      },
      {
        title: '5. Onttrek jou geld',
        text: [
          'Voeg ’n uitbetaalrekening in jou naam by, vra die bedrag aan, en volg elke stap in jou geskiedenis totdat dit betaal is.',
        ],
      },
    ],
  },
  howToDeposit: {
    title: 'Hoe om met ’n koopbewys te deponeer',
    lead: 'Kontant by ’n winkel word in vier stappe ’n saldo, sonder ’n bankrekening.',
    sections: [
      {
        title: '1. Koop ’n koopbewys',
        text: [
          'Vra by ’n winkel wat koopbewyse verkoop, betaal die bedrag in kontant, en hou die strokie. Enigiemand wat die nommer ken, kan die geld gebruik: wys dit vir niemand nie.',
        ],
      },
      {
        title: '2. Gaan dit na',
        text: [
          'Kies Koopbewys onder die betaalmetodes en voer die nommer in. Spasies en koppeltekens maak nie saak nie, nulle aan die begin wel. Ons vra die uitreiker wat dit werd is en wys vir jou die bedrag voordat enigiets gebeur.',
        ],
      },
      {
        title: '3. Voeg dit by',
        text: [
          'Bevestig, en ons voeg die bedrag wat die uitreiker bevestig by jou saldo. ’n Koopbewys werk een keer.',
          'As die uitreiker nie antwoord nie, is jou koopbewys nie verlore nie: die deposito wys “Word verwerk”, ons bly vra, en dit word vanself bygevoeg.',
        ],
      },
      {
        title: '4. Jou kleingeldkoopbewys',
        text: [
          'Sommige uitreikers los ’n deel in en gee ’n nuwe koopbewys vir die res. Jy vind dit by die deposito in jou koopbewysgeskiedenis; net jy kan dit sien.',
        ],
      },
      {
        title: 'Wanneer ’n nommer geweier word',
        text: [
          'Gebruikte, vervalle en verkeerd getikte nommers kry dieselfde antwoord, sodat niemand koopbewyse kan raai deur te vra nie. Vergelyk die syfers met die strokie, en skryf dan aan {support} met die plek en tyd van aankoop. Moet nooit die koopbewysnommer self stuur nie.',
        ],
      },
    ],
  },
}

export const words: Groups['pages'] = {
  pages,
  forSupport: 'Besonderhede vir ons hulpspan',
  ownTerms: {
    ask: 'Hierdie bepalings is nuut. Lees en aanvaar dit om voort te gaan.',
    accept: 'Ek aanvaar hierdie bepalings',
    accepted: 'Jy het hierdie bepalings op {when} aanvaar.',
    goOn: 'Gaan voort',
  },
  preview: 'Dit is ’n voorskou. Spelers sien dit nog nie.',
  noLicence: 'geen: dit is ’n toetsomgewing met speelgeld',
}
