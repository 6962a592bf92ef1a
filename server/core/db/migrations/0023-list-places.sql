-- Lists by people's fields pass those who never registered for anything without looking for their registrations: in every such
-- order whoever has signed up and told nothing of themselves stands in front. Once true it stays. No index has it, so that
-- setting it leaves them all alone, where its page has room.
alter table users add column has_registered boolean not null default true;
alter table users alter column has_registered set default false;
alter table users set (fillfactor = 90);
update users set has_registered = false where not exists (select from registrations r where r.user_id = users.user_id);

-- In the order of the people, so that two that register the same ones don't wait for one another for ever.
create function note_registered() returns trigger language plpgsql as $$
begin
  with first as (
    select user_id from users where user_id in (select user_id from come) and not has_registered
    order by user_id for no key update
  )
  update users set has_registered = true from first where users.user_id = first.user_id;
  return null;
end $$;

create trigger note_inserted after insert on registrations
  referencing new table as come for each statement execute function note_registered();
create trigger note_updated after update on registrations
  referencing new table as come for each statement execute function note_registered();

-- How many registrations are of each day, in UTC, kept as those of each slot: a page far into the list of all begins at its day.
create table registration_days (
  day date not null,
  shard integer not null,
  registrations integer not null,
  primary key (day, shard)
) with (fillfactor = 50);

create function count_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_days as kept (day, shard, registrations)
    select (registered_at at time zone 'UTC')::date, pg_backend_pid() % 32, count(*) from come
    where cancelled_at is null and user_id is not null group by 1 order by 1
    on conflict (day, shard) do update set registrations = kept.registrations + excluded.registrations;
  elsif tg_op = 'DELETE' then
    insert into registration_days as kept (day, shard, registrations)
    select (registered_at at time zone 'UTC')::date, pg_backend_pid() % 32, -count(*) from gone
    where cancelled_at is null and user_id is not null group by 1 order by 1
    on conflict (day, shard) do update set registrations = kept.registrations + excluded.registrations;
  else
    insert into registration_days as kept (day, shard, registrations)
    select (registered_at at time zone 'UTC')::date, pg_backend_pid() % 32, sum(change)
    from (
      select registered_at, 1 as change from come where cancelled_at is null and user_id is not null
      union all select registered_at, -1 from gone where cancelled_at is null and user_id is not null
    ) changes
    group by 1 having sum(change) <> 0 order by 1
    on conflict (day, shard) do update set registrations = kept.registrations + excluded.registrations;
  end if;
  return null;
end $$;

create trigger days_inserted after insert on registrations
  referencing new table as come for each statement execute function count_days();
create trigger days_updated after update on registrations
  referencing old table as gone new table as come for each statement execute function count_days();
create trigger days_deleted after delete on registrations
  referencing old table as gone for each statement execute function count_days();

insert into registration_days (day, shard, registrations)
select (registered_at at time zone 'UTC')::date, 0, count(*) from registrations
where cancelled_at is null and user_id is not null group by 1;
