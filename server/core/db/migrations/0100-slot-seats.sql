-- A slot can have a number of seats.
alter table event_slots add column capacity integer check (capacity > 0);
comment on column event_slots.capacity is 'The number of seats. Null: no limit.';

create function seats_left(slot integer) returns integer language sql stable
begin atomic
  select case when capacity is not null then capacity - (
    select count(*)::integer from registrations r
    where r.event_slot_id = seats_left.slot and r.cancelled_at is null
  ) end from event_slots where event_slot_id = seats_left.slot;
end;
comment on function seats_left is 'The free seats of a slot, below 0 if it is overbooked. Null: no limit.';

-- The list of events shows at most 20 seats left, so only those changes need it to be read again.
create function tell_seats_changed() returns trigger language plpgsql as $$
declare
  seats integer := seats_left(new.event_slot_id);
  taken integer := new.registrations - case when tg_op = 'UPDATE' then old.registrations else 0 end;
begin
  if least(seats, seats + taken) <= 20 then
    perform pg_notify('events_changed', '');
  end if;
  return null;
end $$;
comment on function tell_seats_changed is 'Tells every process that the list of events shows another number of seats.';
create trigger seats_changed after insert or update on registration_counts
  for each row execute function tell_seats_changed();
