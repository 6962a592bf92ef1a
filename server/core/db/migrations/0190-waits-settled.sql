-- Whoever is registered for a slot waits for it no longer, from the same transaction on.
create function settle_wait() returns trigger language plpgsql as $$
begin
  -- Without a wait there is no update: each one drops the cached events.
  if exists (
    select from waitlist_entries
    where event_slot_id = new.event_slot_id and user_id = new.user_id and state in ('waiting', 'offered')
  ) then
    with settled as (
      update waitlist_entries w set state = 'taken'
      from waitlist_entries before
      where before.waitlist_entry_id = w.waitlist_entry_id and w.event_slot_id = new.event_slot_id
        and w.user_id = new.user_id and w.state in ('waiting', 'offered')
      returning w.told, before.state
    )
    insert into activities (activity, user_id, event_id, details)
    select case state when 'offered' then 'seat-taken' else 'waitlist-registered' end, new.user_id, new.event_id,
      jsonb_build_object('eventSlotId', new.event_slot_id, 'item', split_part(told, ' · ', 1) || ' · ' || split_part(told, ' · ', 2))
    from settled;
  end if;
  return null;
end $$;
comment on function settle_wait() is 'Ends the wait of a person for the slot that they are registered for, and notes it in the history.';

create trigger settle_wait after insert or update of user_id, event_slot_id, cancelled_at on registrations
  for each row when (new.cancelled_at is null) execute function settle_wait();

update waitlist_entries w set state = 'taken'
from registrations r
where r.user_id = w.user_id and r.event_slot_id = w.event_slot_id and r.cancelled_at is null
  and w.state in ('waiting', 'offered');
