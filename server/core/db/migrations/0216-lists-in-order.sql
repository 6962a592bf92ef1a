-- Contracts: unused since 0.9.0.
-- Nobody runs a version before 1.0 beside a newer one. Lists are read anew on each call, so nothing has to tell that a registration or a person has changed.
drop trigger count_inserted on users;
drop function count_users;
drop table user_counts;
drop trigger follow_user on users;
create trigger follow_user after delete or update of role on users for each row execute function follow_user();

create or replace function follow_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Their wait for a seat is gone with them.
    perform pg_notify('events_changed', '');
  elsif new.role <> old.role then
    perform pg_notify('user_role_changed', new.user_id::text);
  end if;
  return null;
end $$;
comment on function follow_user is 'Tells every process that the role of a user changed, or that a deleted one may have left a seat.';

create or replace function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, free_shard(event_slot_id), count(*) from come
    where cancelled_at is null and user_id is not null group by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  elsif tg_op = 'DELETE' then
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, free_shard(event_slot_id), -count(*) from gone
    where cancelled_at is null and user_id is not null group by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  else
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, free_shard(event_slot_id), sum(change)
    from (
      select come.event_slot_id, 1 as change from come join gone using (registration_id)
      where come.cancelled_at is null and come.user_id is not null
        and (gone.event_slot_id, gone.user_id, gone.cancelled_at) is distinct from (come.event_slot_id, come.user_id, null)
      union all
      select gone.event_slot_id, -1 from gone join come using (registration_id)
      where gone.cancelled_at is null and gone.user_id is not null
        and (come.event_slot_id, come.user_id, come.cancelled_at) is distinct from (gone.event_slot_id, gone.user_id, null)
    ) changes
    group by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  end if;
  return null;
end $$;
alter table registration_counts drop column changes;

-- Hours are walked over all slots; the registrations of a slot are found by registrations_of_slot and sorted.
drop index registrations_by_id;
drop index registrations_by_hours;
create index registrations_by_hours on registrations (hours, registration_id) include (user_id, event_slot_id) where cancelled_at is null;
