-- As whom a webinar platform knows, or knew, a registration. Webinar_registrants changes with every wish and answer, and its rows
-- go after a move or a cancellation; attendance is matched long after that.
create table platform_identities (
  platform_identity_id bigint generated always as identity,
  registration_id integer not null references registrations on delete cascade,
  webinar_id text not null,
  registrant_id text,
  email text,
  join_url text,
  since timestamptz not null default now(),
  primary key (registration_id, platform_identity_id)
);
comment on table platform_identities is 'Kept by the database: each identity of a registration at a webinar platform. Append-only; the newest one of a webinar counts for joining, all of them for attendance.';
comment on column platform_identities.registrant_id is 'The webinar platform''s id of the person. Null: not known, only in rows from before identities were kept.';
comment on column platform_identities.email is 'In lower case, as the webinar platform was told. Null: the person has deleted their account.';
comment on column platform_identities.join_url is 'Null: cannot join, because they were removed, or wait for approval.';

create trigger append_only
  before update of platform_identity_id, registration_id, webinar_id, registrant_id, since or truncate on platform_identities
  for each statement execute function refuse_change();
create function refuse_change_of_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from registrations where registration_id = old.registration_id) then
    return old;
  elsif tg_op = 'UPDATE' and new.email is null and new.join_url is null
    and exists (select from registrations where registration_id = old.registration_id and user_id is null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_identity() is 'Append-only: an identity goes only with its registration, and loses only email and join URL when the person deletes their account.';
create trigger append_only_row before update of email, join_url or delete on platform_identities
  for each row execute function refuse_change_of_identity();

insert into platform_identities (registration_id, webinar_id, registrant_id, email, join_url, since)
select registration_id, webinar_id, registrant_id, email, join_url, state_since from webinar_registrants
where registrant_id is not null or join_url is not null
order by registration_id, state_since;
-- Join URLs from before webinar_registrants.
insert into platform_identities (registration_id, webinar_id, email, join_url, since)
select r.registration_id, s.webinar_id, lower(trim(u.email)), r.join_url, r.registered_at
from registrations r join event_slots s using (event_slot_id) left join users u using (user_id)
where r.join_url is not null and s.webinar_id is not null and not exists (
  select from webinar_registrants w
  where w.registration_id = r.registration_id and w.webinar_id = s.webinar_id and w.join_url is not null)
order by r.registration_id;

create function newest_identity(registration integer, webinar text)
returns table (registrant_id text, email text, join_url text, since timestamptz) language sql stable parallel safe
begin atomic
  select i.registrant_id, i.email, i.join_url, i.since from platform_identities i
  where i.registration_id = registration and i.webinar_id = webinar
  order by i.platform_identity_id desc limit 1;
end;
comment on function newest_identity(integer, text) is 'The newest identity of a registration in a webinar, from which its join URL is read.';

-- Also for writes of the version before, which knows no identities.
create function keep_identity() returns trigger language plpgsql as $$
declare
  is_lost boolean := new.registrant_id is null and new.join_url is null;
begin
  insert into platform_identities (registration_id, webinar_id, registrant_id, email, join_url)
  select new.registration_id, new.webinar_id, coalesce(new.registrant_id, old.registrant_id),
    case when user_id is null then null when is_lost then old.email else new.email end, new.join_url
  from registrations where registration_id = new.registration_id;
  update registrations r set join_url = new.join_url from event_slots s
  where r.registration_id = new.registration_id and s.event_slot_id = r.event_slot_id and s.webinar_id = new.webinar_id
    and r.cancelled_at is null and r.join_url is distinct from new.join_url;
  return null;
end $$;
comment on function keep_identity() is 'Appends the identity that an answer of the webinar platform made known, or ended. Keeps registrations.join_url for the version before.';
create trigger identity_told after insert on webinar_registrants
  for each row when (coalesce(new.registrant_id, new.join_url) is not null) execute function keep_identity();
create trigger identity_changed after update of registrant_id, email, join_url on webinar_registrants
  for each row when (
    (new.registrant_id, new.email, new.join_url) is distinct from (old.registrant_id, old.email, old.join_url)
    and coalesce(new.registrant_id, new.join_url, old.join_url) is not null)
  execute function keep_identity();

comment on column registrations.join_url is 'Unused. Kept by the database for the version before; a later release drops it, and what keeps it.';
create function take_join_url() returns trigger language plpgsql as $$
begin
  new.join_url := null;
  return new;
end $$;
comment on function take_join_url() is 'Keeps registrations.join_url for the version before: it goes when somebody moves or cancels.';
create trigger join_url_taken before update of event_slot_id, cancelled_at on registrations
  for each row when (old.join_url is not null and (new.event_slot_id <> old.event_slot_id or new.cancelled_at is not null))
  execute function take_join_url();

create function forget_identity() returns trigger language plpgsql as $$
begin
  update platform_identities set email = null, join_url = null where registration_id = new.registration_id;
  return null;
end $$;
comment on function forget_identity() is 'Takes email and join URL from the identities of somebody who deletes their account. The registrant id stays: their visits are evidence of their hours.';
create trigger identity_forgotten after update of user_id on registrations
  for each row when (new.user_id is null and old.user_id is not null) execute function forget_identity();

alter table webinar_room_registrants add column removed_at timestamptz;
comment on column webinar_room_registrants.removed_at is 'Removed from the room since then. The row stays, because its visits are evidence.';
