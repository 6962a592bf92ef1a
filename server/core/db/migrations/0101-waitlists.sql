-- People wait for a seat of a full slot.
create table waitlist_entries (
  waitlist_entry_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots on delete cascade,
  user_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'expired', 'left')),
  turn integer not null,
  joined_at timestamptz not null,
  offered_at timestamptz,
  offered_until timestamptz,
  code text not null default gen_random_uuid() unique,
  check (state <> 'offered' or offered_at is not null and offered_until is not null)
);
comment on table waitlist_entries is 'A person on the waitlist of a slot. An offer keeps a seat free until it is taken or expires.';
comment on column waitlist_entries.turn is 'The order of those who wait, smallest first; an administrator can change it.';
comment on column waitlist_entries.code is 'The secret in the link of the offer.';
create unique index one_wait on waitlist_entries (event_slot_id, user_id) where state in ('waiting', 'offered');
create index waits_of_person on waitlist_entries (user_id);
-- An ended wait can leave another number of seats to everybody else.
create trigger events_changed after update or delete on waitlist_entries
  for each statement execute function tell_events_changed();

create function seats_free(slot integer) returns integer language sql stable
begin atomic
  select case when capacity is not null then capacity - (
    select count(*)::integer from registrations r
    where r.event_slot_id = seats_free.slot and r.cancelled_at is null
  ) - (
    select count(*)::integer from waitlist_entries w
    where w.event_slot_id = seats_free.slot and w.state = 'offered' and not exists (
      select from registrations r
      where r.user_id = w.user_id and r.event_slot_id = w.event_slot_id and r.cancelled_at is null
    )
  ) end from event_slots where event_slot_id = seats_free.slot;
end;
comment on function seats_free is 'The seats of a slot that are neither taken nor offered, below 0 if it is overbooked. Null: no limit.';

create or replace function seats_left(slot integer) returns integer language sql stable
begin atomic
  select least(free.seats, greatest(0, free.seats - (
    select count(*)::integer from waitlist_entries w
    where w.event_slot_id = seats_left.slot and w.state = 'waiting' and not exists (
      select from registrations r
      where r.user_id = w.user_id and r.event_slot_id = w.event_slot_id and r.cancelled_at is null
    )
  ))) from seats_free(seats_left.slot) as free (seats) where free.seats is not null;
end;
comment on function seats_left is 'The seats of a slot for people who are not on its waitlist, below 0 if it is overbooked. Null: no limit.';
