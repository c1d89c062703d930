-- What a gust took is written behind the gust: an accepted bet of a round that is over is looked for, too.
drop index bets_due;
create index bets_due on bets (state) where state in ('intent', 'accepted', 'rolling', 'cashed', 'lost');
