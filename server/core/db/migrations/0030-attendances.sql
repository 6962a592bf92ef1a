-- Who was at a slot, as the webinar platform reports it. A report is evidence: it stays as it came, and what corrects it is
-- another one.
create table attendance_reports (
  attendance_report_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  -- null: a list was uploaded for a slot that had none.
  webinar_id text,
  origin text not null check (origin in ('platform', 'upload')),
  -- What the platform or the file is called.
  origin_name text not null,
  uploaded_by uuid references users on delete set null,
  received_at timestamptz not null,
  -- Every answer that it was read from, letter for letter, with its address; of an upload, its very bytes besides.
  sources jsonb not null,
  file bytea,
  -- Of what it says: by it a report that says the same again is known.
  said_hash bytea not null
);

create index attendance_reports_of_slot on attendance_reports (event_slot_id, attendance_report_id desc);

create table attendance_visits (
  attendance_report_id integer not null references attendance_reports on delete cascade,
  place integer not null,
  registrant_id text,
  email text,
  name text not null,
  joined_at timestamptz not null,
  left_at timestamptz not null,
  primary key (attendance_report_id, place)
);

create table attendance_answers (
  attendance_report_id integer not null references attendance_reports on delete cascade,
  place integer not null,
  registrant_id text,
  email text,
  question text not null,
  answer text not null,
  answered_at timestamptz,
  primary key (attendance_report_id, place)
);

-- Append-only. A report loses only who uploaded it, once they are gone, and goes after three years, as certificates do.
create trigger append_only before truncate
  or update of attendance_report_id, event_slot_id, webinar_id, origin, origin_name, received_at, sources, file, said_hash
  on attendance_reports
  for each statement execute function refuse_change();

create function refuse_change_of_attendance_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.received_at < now() - interval '3 years' then
    return old;
  elsif tg_op = 'UPDATE' and new.uploaded_by is null and not exists (select from users where user_id = old.uploaded_by) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger append_only_row before update of uploaded_by or delete on attendance_reports
  for each row execute function refuse_change_of_attendance_report();

create function refuse_change_of_attendance() returns trigger language plpgsql as $$
begin
  if not exists (select from attendance_reports where attendance_report_id = old.attendance_report_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger append_only before update or truncate on attendance_visits
  for each statement execute function refuse_change();
create trigger append_only_row before delete on attendance_visits
  for each row execute function refuse_change_of_attendance();
create trigger append_only before update or truncate on attendance_answers
  for each statement execute function refuse_change();
create trigger append_only_row before delete on attendance_answers
  for each row execute function refuse_change_of_attendance();

-- How far the portal is with asking the platform about a slot.
create table attendance_fetches (
  event_slot_id integer primary key references event_slots,
  -- When an administrator last wanted it at once.
  wanted_at timestamptz,
  -- When the platform was last asked that has given an answer, or a no that it would give again.
  asked_at timestamptz,
  -- Why there is no answer, in the platform's words.
  problem text not null default '',
  -- Not before: a quota is used up.
  try_at timestamptz
);
