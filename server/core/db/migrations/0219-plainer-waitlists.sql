-- Contracts: unused since 0.9.0.
-- Nobody runs a version before 1.0 beside a newer one.
create or replace function follow_registration() returns trigger language plpgsql as $$
begin
  if new.user_id is null then
    update platform_identities set email = null, join_url = null where registration_id = new.registration_id;
  -- Most people wait for nothing.
  elsif exists (
    select from waitlist_entries
    where event_slot_id = new.event_slot_id and user_id = new.user_id and state in ('waiting', 'offered')
  ) then
    with settled as (
      update waitlist_entries w set state = 'taken'
      from waitlist_entries before
      where before.waitlist_entry_id = w.waitlist_entry_id and w.event_slot_id = new.event_slot_id
        and w.user_id = new.user_id and w.state in ('waiting', 'offered')
      returning before.state
    )
    insert into activities (activity, user_id, event_id, details)
    select case state when 'offered' then 'seat-taken' else 'waitlist-registered' end, new.user_id, new.event_id,
      jsonb_build_object('eventSlotId', new.event_slot_id)
    from settled;
    perform pg_notify('events_changed', '');
  end if;
  return null;
end $$;

alter table waitlist_entries drop column told;
