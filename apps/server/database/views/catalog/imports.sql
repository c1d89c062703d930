-- Reports of game imports.
create view catalog.imports as select * from catalog.import;
