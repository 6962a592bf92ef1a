-- Expands.
create table api_keys (
  api_key_id integer generated always as identity primary key,
  user_id uuid not null references administrators on delete cascade,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  permissions text[] not null,
  networks text[] not null default '{}',
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_of_user on api_keys (user_id);
comment on table api_keys is 'The keys of programs. A key has at most the permissions that its administrator has at the time of a call.';
comment on column api_keys.user_id is 'The administrator who made it. Their removal deletes it.';
comment on column api_keys.prefix is 'Its first 12 characters, to recognize it.';
comment on column api_keys.key_hash is 'SHA-256. The key itself is shown once and not stored.';
comment on column api_keys.networks is 'Networks (CIDR) that it can be used from. Empty: any.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';

create table registration_changes (
  registration_id integer primary key,
  changed_in xid8 not null default pg_current_xact_id()
) with (fillfactor = 90);
create index registration_changes_in_order on registration_changes (changed_in, registration_id);
comment on table registration_changes is 'The transaction of the last change of each registration. Rows of deleted ones stay. Readers take only transactions that no running one can precede.';

create table user_changes (
  user_id uuid primary key,
  changed_in xid8 not null default pg_current_xact_id()
) with (fillfactor = 90);
create index user_changes_in_order on user_changes (changed_in, user_id);
comment on table user_changes is 'The transaction of the last change of each user, as registration_changes.';

insert into registration_changes (registration_id) select registration_id from registrations;
insert into user_changes (user_id) select user_id from users;

create or replace function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_changes (registration_id) select registration_id from come
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, free_shard(event_slot_id), count(*) from come
    where cancelled_at is null and user_id is not null group by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  elsif tg_op = 'DELETE' then
    insert into registration_changes (registration_id) select registration_id from gone
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, free_shard(event_slot_id), -count(*) from gone
    where cancelled_at is null and user_id is not null group by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  else
    insert into registration_changes (registration_id) select registration_id from come
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
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
comment on function count_registrations() is 'Notes the transaction of each change of a registration. Adds to registration_counts, for each slot to a shard of its own, so that registrations do not wait for one another.';

create or replace function follow_user() returns trigger language plpgsql as $$
begin
  insert into user_changes (user_id) values (coalesce(new.user_id, old.user_id))
  on conflict (user_id) do update set changed_in = excluded.changed_in;
  if tg_op = 'DELETE' then
    -- Their wait for a seat is gone with them.
    perform pg_notify('events_changed', '');
  elsif tg_op = 'UPDATE' and new.role <> old.role then
    perform pg_notify('user_role_changed', new.user_id::text);
  end if;
  return null;
end $$;
comment on function follow_user() is 'Notes the transaction of each change of a user. Tells every process that a role changed, or that a deleted user may have left a seat.';
drop trigger follow_user on users;
create trigger follow_user after insert or update or delete on users
  for each row execute function follow_user();
