-- Lets a change of a slot be emailed once to the people who wait for it.
alter table waitlist_entries add told text not null default '';
comment on column waitlist_entries.told is 'When and where the slot takes place, as its person was last told. Empty: of a wait that is older than this column.';
