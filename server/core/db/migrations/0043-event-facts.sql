-- The lines that details and emails tell of an event, and whether it is held in person. Null: as its type has them.
alter table events
  add column facts text[],
  add column is_in_person boolean;

-- Whether people were told to come in person, and whether a certificate says so. Null: written before this was known.
alter table confirmations add column is_in_person boolean;
alter table certificates add column is_in_person boolean;
