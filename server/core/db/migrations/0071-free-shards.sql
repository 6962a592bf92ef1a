-- A registration adds to a shard that no open transaction has. With `pg_backend_pid() % 32`, two of eight busy connections often had
-- the same one, and each waited for the other's commit. A slot has as many rows as connections ever registered for it at once.
create function free_shard(slot integer) returns integer language plpgsql as $$
begin
  return coalesce(
    (select shard from registration_counts where event_slot_id = slot limit 1 for no key update skip locked),
    floor(random() * 2147483647)::integer
  );
end $$;
comment on function free_shard(integer) is 'Locks and returns a shard of registration_counts that no other transaction has locked. Waits for none: returns a new one if all are locked.';

create or replace function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_counts as kept (event_slot_id, shard, registrations, changes)
    select event_slot_id, free_shard(event_slot_id), count(*), count(*) from come
    where cancelled_at is null and user_id is not null group by 1
    on conflict (event_slot_id, shard) do update set
      registrations = kept.registrations + excluded.registrations, changes = kept.changes + excluded.changes;
  elsif tg_op = 'DELETE' then
    insert into registration_counts as kept (event_slot_id, shard, registrations, changes)
    select event_slot_id, free_shard(event_slot_id), -count(*), count(*) from gone
    where cancelled_at is null and user_id is not null group by 1
    on conflict (event_slot_id, shard) do update set
      registrations = kept.registrations + excluded.registrations, changes = kept.changes + excluded.changes;
  else
    insert into registration_counts as kept (event_slot_id, shard, registrations, changes)
    select event_slot_id, free_shard(event_slot_id), sum(change), count(*)
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
    on conflict (event_slot_id, shard) do update set
      registrations = kept.registrations + excluded.registrations, changes = kept.changes + excluded.changes;
  end if;
  return null;
end $$;
comment on function count_registrations() is 'Adds to registration_counts, for each slot to a shard of its own, so that registrations do not wait for one another.';
comment on table registration_counts is 'Kept by the database: registrations of a slot, as the sum of its shards. Each open transaction has a shard of its own.';
