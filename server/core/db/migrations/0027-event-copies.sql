-- An event that is prepared is seen by administrators alone, until it is opened for registration for the first time: one that
-- is closed again is no draft, for people know it.
alter table events
  add column is_draft boolean not null default false,
  add constraint drafts_are_closed check (not (is_draft and is_enabled));

-- Which event it was made from, and for which year: the one that its first day was in by then.
alter table events
  add column copied_from integer references events,
  add column copied_for integer,
  add constraint copies_have_both check ((copied_from is null) = (copied_for is null));

-- One copy for each year, unless it was deleted, however often it is asked for.
create unique index one_copy on events (copied_from, copied_for) where deleted_at is null;
