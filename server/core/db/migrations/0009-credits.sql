-- One history for everything that happens to a registration, one row each, whoever acted.
alter table registration_activities rename to activities;
alter table activities rename column registration_activity_id to activity_id;
alter table activities rename column user_id to acted_by;
-- null: the portal by itself, as when attendance is credited.
alter table activities alter column acted_by drop not null;
alter index registration_activities_of_registration rename to activities_of_registration;
alter table activities drop constraint registration_activities_activity_check;
alter table activities add check (activity in
  ('registered', 'moved', 'cancelled', 'credited', 'certificate-issued', 'certificate-mailed'));

insert into activities (registration_id, activity, acted_by, acted_at)
select registration_id, 'registered', user_id, registered_at
from registrations r
where not exists (select from activities a where a.registration_id = r.registration_id and a.activity = 'registered');

-- Registrations that wait for their confirmation: their jobs name the registration now.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job j set data = jsonb_build_object('registrationId', r.registration_id)
    from registrations r
    where j.name = 'confirm-registration' and j.state < 'completed' and r.cancelled_at is null
      and r.user_id = (j.data->>'userId')::uuid and r.event_id = (j.data->>'eventId')::integer;
  end if;
end $$;

-- What was credited, append-only: a registration's hours are its newest credit, and a certificate is issued from one.
create table credits (
  credit_id integer generated always as identity primary key,
  registration_id integer not null references registrations,
  minutes integer not null check (minutes between 0 and 480),
  source text not null check (source in ('administrator', 'csv', 'attendance')),
  -- The version of the rule that made the minutes of evidence; null where a person decided.
  rule_version text,
  reason text not null default '',
  decided_by uuid references users,
  decided_at timestamptz not null default now()
);

create index credits_of_registration on credits (registration_id, credit_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger append_only before update or delete or truncate on credits
  for each statement execute function refuse_change();

-- A link serves the newest issue of its registration; each issue names the credit it was made from.
alter table certificates add column code text, add column credit_id integer references credits;

insert into credits (registration_id, minutes, source, decided_by, decided_at)
select registration_id, hours * 60, 'administrator', issued_by, issued_at from certificates order by certificate_id;

update certificates c set
  code = r.certificate_code,
  credit_id = (
    select max(credit_id) from credits k
    where k.registration_id = c.registration_id and k.decided_at = c.issued_at and k.minutes = c.hours * 60
  )
from registrations r where r.registration_id = c.registration_id;

alter table certificates alter column issued_by drop not null;
alter table certificates alter column code set not null, alter column credit_id set not null;
create unique index certificates_of_code on certificates (code, issue);

-- Kept beside the registration, so that the list is sorted by them: the hours of the newest credit, and the link of the
-- certificate that stands. The database keeps them, so they can't differ.
create function keep_credit() returns trigger language plpgsql as $$
begin
  update registrations set hours = new.minutes / 60, certificate_code = case when new.minutes >= 60 then certificate_code end
  where registration_id = new.registration_id;
  return null;
end $$;

create trigger keep_credit after insert on credits for each row execute function keep_credit();

create function keep_certificate() returns trigger language plpgsql as $$
begin
  update registrations set certificate_code = new.code where registration_id = new.registration_id;
  return null;
end $$;

create trigger keep_certificate after insert on certificates for each row execute function keep_certificate();

-- The same word for the same thing everywhere.
alter table speakers rename column name to company_name;
alter table speakers rename column event_name to course_title;
alter table speakers rename column event_details to course_details;
alter table speakers rename column youtube_video_link to video_link;
alter table speakers rename column contact_website to website;
alter table speakers rename column contact_email to email;
alter table sponsors rename column name to company_name;
alter table sponsors rename column contact_website to website;
alter table sponsors rename column contact_email to email;
