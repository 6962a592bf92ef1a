-- Contracts: unused since 0.9.0.
-- What versions before 1.0 read or wrote while they ran beside a newer one.
drop table check_ins;
drop table registration_days;
drop function count_days();
drop function note_registered();
alter table users drop column has_registered;
drop trigger join_url_taken on registrations;
drop function take_join_url();
drop trigger bring_text on mails;
drop function bring_text();

-- Rows without a reading were written during an upgrade, and read again from the bytes of their report.
alter table attendance_visits disable trigger append_only;
delete from attendance_visits where attendance_reading_id is null;
alter table attendance_visits enable trigger append_only;
alter table attendance_visits drop column attendance_report_id, alter column attendance_reading_id set not null;
alter table attendance_answers disable trigger append_only;
delete from attendance_answers where attendance_reading_id is null;
alter table attendance_answers enable trigger append_only;
alter table attendance_answers drop column attendance_report_id, alter column attendance_reading_id set not null;

-- A version of the training provider has the picture of its signature.
alter table providers
  add column signature_width integer check (signature_width > 0),
  add column signature_height integer check (signature_height > 0),
  add column signature_colors bytea,
  add column signature_opacity bytea;
comment on column providers.signature_hash is 'The picture of the signature. Other columns have it as a PDF carries it.';
comment on column providers.signature_colors is 'Deflated bytes of red, green and blue.';
comment on column providers.signature_opacity is 'One deflated byte for each pixel. Null: opaque.';
alter table providers disable trigger append_only;
update providers set signature_width = width, signature_height = height, signature_colors = colors, signature_opacity = opacity
from signatures where file_hash = signature_hash;
alter table providers enable trigger append_only;
alter table providers drop constraint providers_signature_hash_fkey;
alter table providers add foreign key (signature_hash) references files;
alter table providers add check ((signature_hash is null) = (signature_colors is null));
drop table signatures;

-- Verbs write and notify what these wrote and notified.
drop trigger keep_certificate on certificates;
drop function keep_certificate();
drop trigger events_changed on credit_rules;
drop trigger events_changed on event_slots;
drop trigger events_changed on events;
drop trigger events_changed on slot_agendas;
drop trigger events_changed on speakers;
drop trigger events_changed on sponsors;
drop trigger events_changed on waitlist_entries;
drop function tell_events_changed();
drop trigger administrator_role_changed on administrators;
drop trigger user_role_changed on users;
drop function tell_role_changed();

-- One trigger for what follows a registration.
drop trigger identity_forgotten on registrations;
drop function forget_identity();
drop trigger settle_wait on registrations;
drop function settle_wait();
create function follow_registration() returns trigger language plpgsql as $$
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
      returning w.told, before.state
    )
    insert into activities (activity, user_id, event_id, details)
    select case state when 'offered' then 'seat-taken' else 'waitlist-registered' end, new.user_id, new.event_id,
      jsonb_build_object('eventSlotId', new.event_slot_id, 'item', split_part(told, ' · ', 1) || ' · ' || split_part(told, ' · ', 2))
    from settled;
    perform pg_notify('events_changed', '');
  end if;
  return null;
end $$;
comment on function follow_registration() is 'Ends the wait of a person for the slot that they are registered for, and notes it in the history. Takes email and join URL from the identities of somebody who deletes their account; the registrant id stays, because their visits are evidence of their hours.';
create trigger follow_registration after insert or update of user_id, event_slot_id, cancelled_at on registrations
  for each row when (new.cancelled_at is null or new.user_id is null) execute function follow_registration();

-- One for what follows a registrant.
drop trigger identity_told on webinar_registrants;
drop trigger identity_changed on webinar_registrants;
drop function keep_identity();
drop trigger registrant_state_changed on webinar_registrants;
drop function note_registrant_state();
alter table registrations drop column join_url;
create function note_registrant() returns trigger language plpgsql as $$
declare
  is_lost boolean := new.registrant_id is null and new.join_url is null;
begin
  if tg_op = 'UPDATE' and new.state <> old.state then
    new.state_since := now();
  end if;
  if coalesce(new.registrant_id, new.join_url, old.join_url) is not null
    and (new.registrant_id, new.email, new.join_url) is distinct from (old.registrant_id, old.email, old.join_url) then
    insert into platform_identities (registration_id, webinar_id, registrant_id, email, join_url)
    select new.registration_id, new.webinar_id, coalesce(new.registrant_id, old.registrant_id),
      case when user_id is null then null when is_lost then old.email else new.email end, new.join_url
    from registrations where registration_id = new.registration_id;
  end if;
  return new;
end $$;
comment on function note_registrant() is 'Notes since when a registrant has their state. Appends the identity that an answer of the webinar platform made known, or ended.';
create trigger note_registrant before insert or update of state, registrant_id, email, join_url on webinar_registrants
  for each row execute function note_registrant();

-- One for what follows a user.
drop trigger count_merged on users;
drop function count_merge_of_user();
drop trigger count_deleted on users;
drop trigger count_changed on users;
create or replace function count_users() returns trigger language plpgsql as $$
begin
  insert into user_counts as kept (shard, users, changes)
  select pg_backend_pid() % 32, count(*), count(*) from come where merged_into is null
  having count(*) > 0
  on conflict (shard) do update set users = kept.users + excluded.users, changes = kept.changes + excluded.changes;
  return null;
end $$;
drop trigger count_inserted on users;
create trigger count_inserted after insert on users referencing new table as come
  for each statement execute function count_users();
drop function count_change_of_user();
create function follow_user() returns trigger language plpgsql as $$
declare
  change integer := case when tg_op = 'UPDATE' then (new.merged_into is null)::integer else 0 end - (old.merged_into is null)::integer;
begin
  if tg_op = 'DELETE' or new is distinct from old then
    insert into user_counts as kept (shard, users, changes) values (pg_backend_pid() % 32, change, 1)
    on conflict (shard) do update set users = kept.users + excluded.users, changes = kept.changes + 1;
  end if;
  if tg_op = 'DELETE' then
    -- Their wait for a seat is gone with them.
    perform pg_notify('events_changed', '');
  elsif new.role <> old.role then
    perform pg_notify('user_role_changed', new.user_id::text);
  end if;
  return null;
end $$;
comment on function follow_user() is 'Counts a change of a user in user_counts. Tells every process that the role of a user changed, or that a deleted one may have left a seat.';
create trigger follow_user after update or delete on users for each row execute function follow_user();

-- The names that a table has for what it makes.
alter table activities rename constraint registration_activities_pkey to activities_pkey;
alter sequence registration_activities_registration_activity_id_seq rename to activities_activity_id_seq;
alter table credits rename constraint credits_act to credits_act_check;
alter table mail_attachments rename constraint mail_attachments_mail_id_fkey1 to mail_attachments_mail_id_fkey;
alter table mail_attempts rename constraint mail_attempts_mail_id_fkey1 to mail_attempts_mail_id_fkey;
