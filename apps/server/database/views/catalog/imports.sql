-- Reports of the imports of games.
create view catalog.imports as select * from catalog.import;
