-- Each file or answer is kept, with the hash of its bytes. What a version of the readers finds in it is a reading, with every row.
create function received_bytes(file bytea, sources jsonb) returns bytea language sql immutable parallel safe
  return coalesce(file, convert_to(jsonb_pretty(sources), 'utf8'));
comment on function received_bytes(bytea, jsonb) is 'The bytes of a report: the uploaded file, or the answers of the webinar platform as JSON.';

alter table attendance_reports
  add column bytes_hash bytea generated always as (sha256(received_bytes(file, sources))) stored,
  add column time_zone text,
  add column repeats_report_id integer;
comment on column attendance_reports.bytes_hash is 'The SHA-256 of received_bytes.';
comment on column attendance_reports.time_zone is 'The zone that the sender of a file named, for times that name none.';
comment on column attendance_reports.repeats_report_id is 'An earlier report whose reading says the same. Its rows are read; this report has no reading.';
comment on column attendance_reports.said_hash is 'A hash of the content. Attendance_readings.said_hash is compared.';
comment on table attendance_reports is 'Attendance of a slot, as the webinar platform answered or a file was received. Append-only: a newer report corrects it.';

drop trigger append_only on attendance_reports;
create trigger append_only before truncate
  or update of attendance_report_id, event_slot_id, webinar_id, origin, origin_name, received_at, sources, file, said_hash, time_zone, repeats_report_id
  on attendance_reports
  for each statement execute function refuse_change();

create table attendance_readings (
  attendance_reading_id integer generated always as identity primary key,
  attendance_report_id integer not null references attendance_reports on delete cascade,
  reader text not null,
  kind text not null check (kind in ('attendance', 'polls', 'sign-in-sheet', 'statement')),
  format text not null,
  encoding text not null,
  separator text,
  time_zone text,
  days date[] not null,
  visits integer not null,
  answers integer not null,
  said_hash bytea not null,
  refused text not null default '',
  read_at timestamptz not null default now(),
  unique (attendance_report_id, reader)
);
comment on table attendance_readings is 'A report read by one version of the readers. Append-only; the newest version counts.';
comment on column attendance_readings.reader is 'The version of the readers. It ends in its number.';
comment on column attendance_readings.format is 'The kind of report that the reader recognized.';
comment on column attendance_readings.days is 'The Eastern days that the report covers.';
comment on column attendance_readings.visits is 'Counts the visits that count: of attendees and panelists, outside of the waiting room.';
comment on column attendance_readings.answers is 'Counts the answers that count.';
comment on column attendance_readings.said_hash is 'A hash of all rows, in any order.';
comment on column attendance_readings.refused is 'The reason why this version cannot read the report; then it has no rows, and does not count.';

alter table attendance_visits drop constraint attendance_visits_pkey;
alter table attendance_visits
  add column attendance_reading_id integer references attendance_readings on delete cascade,
  add column role text not null default 'attendee' check (role in ('attendee', 'panelist', 'host')),
  add column medium text check (medium in ('online', 'phone', 'in-person')),
  add column status text not null default 'present' check (status in ('present', 'waiting', 'absent')),
  add column line integer,
  add column sheet text,
  add column flaws jsonb not null default '[]',
  alter column attendance_report_id drop not null,
  alter column joined_at drop not null,
  alter column left_at drop not null;
create index attendance_visits_of_report on attendance_visits (attendance_report_id) where attendance_report_id is not null;
create index attendance_visits_of_reading on attendance_visits (attendance_reading_id, place);
comment on table attendance_visits is 'Every row of a reading about a visit, or about somebody who did not come.';
comment on column attendance_visits.attendance_report_id is 'Null, except in rows that an earlier version wrote.';
comment on column attendance_visits.medium is 'Null: not known.';
comment on column attendance_visits.line is 'The line of the file, the row of the sheet, or the place in the answer, counted from 1.';

alter table attendance_answers drop constraint attendance_answers_pkey;
alter table attendance_answers
  add column attendance_reading_id integer references attendance_readings on delete cascade,
  add column name text not null default '',
  add column answered_on date,
  add column line integer,
  add column sheet text,
  add column flaws jsonb not null default '[]',
  alter column attendance_report_id drop not null;
create index attendance_answers_of_report on attendance_answers (attendance_report_id) where attendance_report_id is not null;
create index attendance_answers_of_reading on attendance_answers (attendance_reading_id, place);
comment on table attendance_answers is 'Every row of a reading about an answer to a poll.';
comment on column attendance_answers.attendance_report_id is 'Null, except in rows that an earlier version wrote.';
comment on column attendance_answers.answered_on is 'The Eastern day of an answer without a time, if the report tells it.';

create or replace function refuse_change_of_attendance() returns trigger language plpgsql as $$
begin
  -- Without a report, a row belongs to a reading.
  if not exists (select from attendance_reports where attendance_report_id = old.attendance_report_id)
    and (old.attendance_report_id is not null
      or not exists (select from attendance_readings where attendance_reading_id = old.attendance_reading_id)) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or truncate on attendance_readings
  for each statement execute function refuse_change();
create trigger append_only_row before delete on attendance_readings
  for each row execute function refuse_change_of_attendance();

-- The rows so far are the reading of an earlier reader. A job reads the bytes again.
insert into attendance_readings (attendance_report_id, reader, kind, format, encoding, days, visits, answers, said_hash, read_at)
select attendance_report_id, 'reports-0', case when visits > 0 then 'attendance' else 'polls' end, '', '', days, visits, answers, said_hash, received_at
from attendance_reports
  cross join lateral (
    select count(*) from attendance_visits visit where visit.attendance_report_id = attendance_reports.attendance_report_id
  ) as visit (visits)
  cross join lateral (
    select count(*) from attendance_answers answer where answer.attendance_report_id = attendance_reports.attendance_report_id
  ) as answer (answers)
  cross join lateral (
    select coalesce(array_agg(distinct (instant at time zone 'America/New_York')::date), '{}') from (
      select unnest(array[joined_at, left_at]) from attendance_visits visit
      where visit.attendance_report_id = attendance_reports.attendance_report_id
      union all
      select answered_at from attendance_answers answer where answer.attendance_report_id = attendance_reports.attendance_report_id
    ) said (instant) where instant is not null
  ) as covered (days);
alter table attendance_visits disable trigger append_only;
update attendance_visits visit set attendance_reading_id = reading.attendance_reading_id
from attendance_readings reading where reading.attendance_report_id = visit.attendance_report_id;
alter table attendance_visits enable trigger append_only;
alter table attendance_answers disable trigger append_only;
update attendance_answers answer set attendance_reading_id = reading.attendance_reading_id
from attendance_readings reading where reading.attendance_report_id = answer.attendance_report_id;
alter table attendance_answers enable trigger append_only;
