-- Seats come from the kept counts: counting the registrations of a slot again cost more, the fuller it was.
create or replace function seats_free(slot integer) returns integer language sql stable
begin atomic
  select case when capacity is not null then capacity - (
    select coalesce(sum(registrations), 0)::integer from registration_counts kept where kept.event_slot_id = seats_free.slot
  ) - (
    select count(*)::integer from waitlist_entries w
    where w.event_slot_id = seats_free.slot and w.state = 'offered' and not exists (
      select from registrations r
      where r.user_id = w.user_id and r.event_slot_id = w.event_slot_id and r.cancelled_at is null
    )
  ) end from event_slots where event_slot_id = seats_free.slot;
end;
