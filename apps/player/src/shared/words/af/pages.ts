import type { Groups } from '../words.tsx'

/** The pages of plain text in Afrikaans. `{operator}`, `{portal}`, `{licence}` and `{support}` come from the operator's settings. */
const pages: Groups['pages']['pages'] = {
  privacy: {
    title: 'Privaatheidsbeleid',
    lead: 'Wat {operator} oor jou hou, hoekom, en vir hoe lank.',
    sections: [
      {
        title: 'Wat ons hou',
        text: ['Ons hou dit waarsonder die diens nie kan werk nie:'],
        list: [
          'jou selfoonnommer en spelernaam, sodat jy kan inteken en herken word;',
          'jou wagwoord slegs as ’n stadige eenrigting-hutskode: niemand hier kan dit lees nie;',
          'elke betaling, weddenskap en uitbetaling, sodat jou saldo altyd nagegaan kan word;',
          'die skermskote wat jy saam met ’n deposito stuur, hervorm sonder hul versteekte data en net aan kassiere gewys;',
          'die toestelle waarop jy ingeteken is, sodat jy dit kan beëindig.',
        ],
      },
      {
        title: 'Wat ons nie doen nie',
        text: [
          'Ons dra geen advertensies, geen naspeuring deur ander en geen skrifte van derdes nie. Ons verkoop nie wat ons van jou weet nie.',
        ],
      },
      {
        title: 'Hoe lank',
        text: [
          'Geldrekords word gehou so lank as wat die wet van jou mark vereis. Alles anders gaan weg wanneer jou rekening gesluit is en niks aan enige kant verskuldig is nie.',
        ],
      },
      {
        title: 'Jou regte',
        text: [
          'Vra ons by {support} wat ons oor jou hou, om dit te laat regstel, of om dit te laat verwyder waar die wet dit toelaat.',
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
          '’n Deposito word bygevoeg met die bedrag wat aangekom het, sodra ’n kassier of ’n betaaldiens dit bevestig het. Tot dan wys dit as wagtend, met die tyd waarteen jy ’n antwoord kan verwag.',
        ],
        list: [
          'Deposito’s kom van ’n rekening in jou eie naam.',
          '’n Verwysing tel een keer: dieselfde oorplasing word nooit twee keer bygevoeg nie.',
          '’n Onttrekking word dadelik gehou, nagegaan, en betaal aan ’n rekening in jou eie naam.',
          'Elke beweging het ’n kwitansienommer wat die hulpspan kan vind.',
        ],
      },
      {
        title: 'Rondtes',
        text: [
          '’n Inset wat aanvaar is, word afgehandel of teruggegee, wat ook al met jou verbinding gebeur. As ’n speletjie voor sy uitslag breek, kom die inset terug.',
        ],
      },
      {
        title: 'Wanneer ons weier',
        text: [
          'Ons mag ’n betaling hou terwyl ons dit nagaan, en ons sê vir jou hoekom. Ons mag ’n rekening sluit wat vir bedrog of vir iemand anders gebruik word.',
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
        title: 'Tekens om ernstig op te neem',
        text: ['Praat met iemand as een hiervan vir jou waar is:'],
        list: [
          'jy speel met geld vir huur, kos of skool;',
          'jy jaag verliese na;',
          'jy leen om te speel, of steek dit weg;',
          'jy kan nie ophou wanneer jy wou nie;',
          'speel is nie meer pret nie.',
        ],
      },
      {
        title: 'Wat help',
        text: [
          'Terwyl jy speel, wys die speletjie hoe lank jy al daar is en wat dit gekos of gebring het. Onder Rekening vind jy:',
        ],
        list: [
          'perke vir deposito’s, insette en verliese per dag, week of maand: ’n laer een geld dadelik, ’n hoër een ná 24 uur;',
          '’n speeltydherinnering: jou tyd en jou netto resultaat terwyl jy speel;',
          '’n breek van 1 tot 42 dae: geen insette en geen deposito’s totdat dit eindig nie;',
          'selfuitsluiting vir maande of permanent.',
        ],
      },
      {
        title: 'Waar jy hulp kry',
        text: [
          'Jy kan enige tyd onttrek, ook tydens ’n breek. Die hulpspan sluit of onderbreek jou rekening wanneer jy vra: {support}.',
          'In Namibië luister LifeLine/ChildLine op 061 232 221. In Indië doen Tele-MANAS dit op 14416, dag en nag. Onder 18: dit is nie vir jou nie, en ons sluit sulke rekeninge.',
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
        text: ['Registreer met jou selfoonnommer. ’n Kode kom per boodskap; tik dit in en jy is daar.'],
      },
      {
        title: '2. Laai geld',
        text: [
          'Kies ’n betaalmanier, betaal daar met jou eie kode as die verwysing, en voer dan die verwysing van die betaling in. ’n Kassier gaan dit na en die saldo boaan verander vanself.',
        ],
      },
      {
        title: '3. Speel Dhow',
        text: [
          '’n Dhow vaar uit en die vermenigvuldiger groei. Neem jou geld voor die wind gaan lê en jou inset word soveel keer betaal; wag te lank en dit is weg.',
        ],
        list: [
          'Stel ’n inset terwyl die bemanning regmaak.',
          'Neem jou geld met die hand, of stel ’n syfer waarop dit vanself gebeur, selfs al val jou verbinding weg.',
          'Jy mag twee weddenskappe in een rondte hê.',
        ],
      },
      {
        title: '4. Gaan ’n rondte na',
        text: [
          'Die uitslag van elke rondte staan vas voordat enigiemand wed. Agterna word sy saad gewys, en die bewysbladsy werk die uitslag weer uit in jou eie blaaier.',
        ],
      },
      {
        title: '5. Neem jou geld uit',
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
          'Kies Koopbewys onder die betaalmaniere en tik die nommer. Spasies en koppeltekens maak nie saak nie, nulle aan die begin wel. Ons vra die uitreiker wat dit werd is en wys vir jou die bedrag voordat enigiets gebeur.',
        ],
      },
      {
        title: '3. Voeg dit by',
        text: [
          'Bevestig, en ons voeg die bedrag wat die uitreiker bevestig by jou saldo. ’n Koopbewys werk een keer.',
          'As die uitreiker nie antwoord nie, is jou koopbewys nie verlore nie: die deposito lees “Word verwerk”, ons hou aan vra, en dit word vanself bygevoeg.',
        ],
      },
      {
        title: '4. ’n Koopbewys vir die res',
        text: [
          'Sommige uitreikers los ’n deel in en gee ’n nuwe koopbewys vir die res. Jy vind dit by die deposito in jou koopbewysgeskiedenis; net jy kan dit sien.',
        ],
      },
      {
        title: 'Wanneer ’n nommer geweier word',
        text: [
          'Gebruikte, vervalle en verkeerd getikte nommers kry dieselfde antwoord, sodat niemand koopbewyse kan raai deur te vra nie. Vergelyk die syfers met die strokie, en skryf dan aan {support} met die plek en tyd van aankoop. Moet nooit die nommer self stuur nie.',
        ],
      },
    ],
  },
}

export const words: Groups['pages'] = {
  pages,
  forSupport: 'Besonderhede vir ons ondersteuning',
  ownTerms: {
    ask: 'Hierdie bepalings is nuut. Lees en aanvaar dit om voort te gaan.',
    accept: 'Ek aanvaar hierdie bepalings',
    accepted: 'Jy het hierdie bepalings op {when} aanvaar.',
    goOn: 'Gaan voort',
  },
  preview: 'Dit is ’n voorskou. Spelers sien dit nog nie.',
  noLicence: 'geen: dit is ’n sandput met speelgeld',
}
