-- What counting a settled slot again from the stored bytes gave.
create table slot_recounts (
  slot_recount_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  recounted_at timestamptz not null,
  people integer not null,
  differences jsonb not null,
  seen_by uuid references users on delete set null,
  seen_at timestamptz,
  check (seen_by is null or seen_at is not null)
);
comment on table slot_recounts is 'Counts of settled slots from the bytes of their reports, one each night.';
comment on column slot_recounts.differences is 'Everybody whose stored finding is another one, with the hours of both; empty: all are equal.';
comment on column slot_recounts.seen_at is 'When an administrator ended the alarm about the differences.';
create index slot_recounts_of_slot on slot_recounts (event_slot_id, recounted_at desc);
create index slot_recounts_alarming on slot_recounts (slot_recount_id) where differences <> '[]' and seen_at is null;
