-- Contracts: unused since 0.9.0.
-- What counts registrations also tells that the list of events shows another number of seats.

create or replace function count_registrations() returns trigger language plpgsql as $$
declare
  changes registration_counts[];
begin
  if tg_op = 'INSERT' then
    insert into registration_changes (registration_id) select registration_id from come
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    changes := array(
      select row(event_slot_id, free_shard(event_slot_id), count(*))::registration_counts
      from come where cancelled_at is null and user_id is not null group by event_slot_id
    );
  elsif tg_op = 'DELETE' then
    insert into registration_changes (registration_id) select registration_id from gone
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    changes := array(
      select row(event_slot_id, free_shard(event_slot_id), -count(*))::registration_counts
      from gone where cancelled_at is null and user_id is not null group by event_slot_id
    );
  else
    insert into registration_changes (registration_id) select registration_id from come
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    changes := array(
      select row(event_slot_id, free_shard(event_slot_id), sum(change))::registration_counts
      from (
        select come.event_slot_id, 1 as change from come join gone using (registration_id)
        where come.cancelled_at is null and come.user_id is not null
          and (gone.event_slot_id, gone.user_id, gone.cancelled_at) is distinct from (come.event_slot_id, come.user_id, null)
        union all
        select gone.event_slot_id, -1 from gone join come using (registration_id)
        where gone.cancelled_at is null and gone.user_id is not null
          and (come.event_slot_id, come.user_id, come.cancelled_at) is distinct from (gone.event_slot_id, gone.user_id, null)
      ) moves
      group by event_slot_id
    );
  end if;
  insert into registration_counts as kept select * from unnest(changes)
  on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  -- The list of events shows the seats when at most 20 are left.
  if exists (
    select from unnest(changes), seats_left(event_slot_id) seats where least(seats, seats + registrations) <= 20
  ) then
    perform pg_notify('events_changed', '');
  end if;
  return null;
end $$;
comment on function count_registrations is 'Notes the transaction of each change of a registration. Adds to registration_counts, for each slot to a shard of its own, so that registrations do not wait for one another. Tells every process that the list of events shows another number of seats.';

drop trigger seats_changed on registration_counts;
drop function tell_seats_changed();
