-- One history for all that people and administrators do, not of registrations alone, and nothing in it is ever changed.

-- How often an administrator could have decided something about it; who read an older version is told what has changed.
alter table registrations add column version integer not null default 0;
alter table users add column version integer not null default 0;

alter table activities
  alter column registration_id drop not null,
  -- Whom it is about, where no registration says so. What is written about somebody goes with their account.
  add column user_id uuid references users on delete cascade,
  add column event_id integer references events,
  drop constraint activities_activity_check;

update activities a set event_id = r.event_id from registrations r where r.registration_id = a.registration_id;

create index activities_of_user on activities (user_id, activity_id) where user_id is not null;
create index activities_of_event on activities (event_id, activity_id) where event_id is not null;
create index activities_of_actor on activities (acted_by, activity_id) where acted_by is not null;
-- By far the most are registrations: whoever looks for those finds them anyway.
create index activities_by_kind on activities (activity, activity_id) where activity <> 'registered';

-- Append-only, as credits are: an activity goes only with what it is about, and loses only who acted, once they are gone.
create trigger append_only before truncate
  or update of activity_id, registration_id, user_id, event_id, activity, details, acted_at on activities
  for each statement execute function refuse_change();

create function refuse_change_of_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.registration_id is not null and not exists (select from registrations where registration_id = old.registration_id)
      or old.user_id is not null and not exists (select from users where user_id = old.user_id) then
      return old;
    end if;
  elsif new.acted_by is null and not exists (select from users where user_id = old.acted_by) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger append_only_row before update of acted_by or delete on activities
  for each row execute function refuse_change_of_activity();

-- The same as before, and a version more.
create or replace function keep_credit() returns trigger language plpgsql as $$
begin
  update registrations
  set hours = new.minutes / 60, version = version + 1,
    certificate_code = case when new.minutes >= 60 then certificate_code end
  where registration_id = new.registration_id;
  return null;
end $$;
