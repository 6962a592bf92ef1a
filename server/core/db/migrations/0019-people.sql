-- Administrators answer for people who told them so on the telephone; null: the person's own answer.
alter table mailing_consents add column answered_by uuid references users on delete set null;
create index mailing_consents_answered_by on mailing_consents (answered_by) where answered_by is not null;

-- People without an event of a year are counted without reading everybody: what was read of a slot's registrations holds as
-- long as nothing has changed there.
alter table registration_counts add column changes integer not null default 0;

-- The same as before, and how often something changed.
create or replace function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_counts as kept (event_slot_id, shard, registrations, changes)
    select event_slot_id, pg_backend_pid() % 32, count(*), count(*) from come
    where cancelled_at is null and user_id is not null group by 1 order by 1
    on conflict (event_slot_id, shard) do update set
      registrations = kept.registrations + excluded.registrations, changes = kept.changes + excluded.changes;
  elsif tg_op = 'DELETE' then
    insert into registration_counts as kept (event_slot_id, shard, registrations, changes)
    select event_slot_id, pg_backend_pid() % 32, -count(*), count(*) from gone
    where cancelled_at is null and user_id is not null group by 1 order by 1
    on conflict (event_slot_id, shard) do update set
      registrations = kept.registrations + excluded.registrations, changes = kept.changes + excluded.changes;
  else
    insert into registration_counts as kept (event_slot_id, shard, registrations, changes)
    select event_slot_id, pg_backend_pid() % 32, sum(change), count(*)
    from (
      select come.event_slot_id, 1 as change from come join gone using (registration_id)
      where come.cancelled_at is null and come.user_id is not null
        and (gone.event_slot_id, gone.user_id, gone.cancelled_at) is distinct from (come.event_slot_id, come.user_id, null)
      union all
      select gone.event_slot_id, -1 from gone join come using (registration_id)
      where gone.cancelled_at is null and gone.user_id is not null
        and (come.event_slot_id, come.user_id, come.cancelled_at) is distinct from (gone.event_slot_id, gone.user_id, null)
    ) changes
    group by 1 order by 1
    on conflict (event_slot_id, shard) do update set
      registrations = kept.registrations + excluded.registrations, changes = kept.changes + excluded.changes;
  end if;
  return null;
end $$;

-- How many people there are, and how often somebody came or went or got another name or role, kept likewise.
create table user_counts (
  shard integer primary key,
  users integer not null,
  changes integer not null
) with (fillfactor = 50);

insert into user_counts (shard, users, changes) select 0, count(*), 0 from users;

create function count_users() returns trigger language plpgsql as $$
begin
  insert into user_counts as kept (shard, users, changes)
  select pg_backend_pid() % 32, case when tg_op = 'INSERT' then count(*) else -count(*) end, count(*) from changed
  having count(*) > 0
  on conflict (shard) do update set users = kept.users + excluded.users, changes = kept.changes + excluded.changes;
  return null;
end $$;

create trigger count_inserted after insert on users
  referencing new table as changed for each statement execute function count_users();
create trigger count_deleted after delete on users
  referencing old table as changed for each statement execute function count_users();

create function count_change_of_user() returns trigger language plpgsql as $$
begin
  insert into user_counts as kept (shard, users, changes) values (pg_backend_pid() % 32, 0, 1)
  on conflict (shard) do update set changes = kept.changes + 1;
  return null;
end $$;

create trigger count_changed after update on users for each row
  when ((old.first_name, old.last_name, old.role) is distinct from (new.first_name, new.last_name, new.role))
  execute function count_change_of_user();

create index users_administrators on users (user_id) where role = 'admin';
