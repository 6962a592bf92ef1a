-- The readers hand over more of a report: each person's total, the session of an answer, and how often a question came before.
alter table attendance_readings add column totals jsonb not null default '[]';
comment on column attendance_readings.totals is 'The minutes that the report states for each person in total: registrantId, email, name, minutes.';

alter table attendance_answers
  add column session text,
  add column nth integer not null default 1;
comment on column attendance_answers.session is 'The id of the session of the webinar in which it was answered. Null: the report does not tell.';
comment on column attendance_answers.nth is 'Counts the answers of one person to one question in a session: 1 is the first.';

-- What the sender of a file chose, besides the zone of times that name none.
alter table attendance_reports
  add column zone_wins boolean not null default false,
  add column times_on date;
comment on column attendance_reports.time_zone is 'The zone that the sender of a file named.';
comment on column attendance_reports.zone_wins is 'True: all times of the file are in that zone, whatever the file names. False: only those that name none.';
comment on column attendance_reports.times_on is 'The Eastern day that the sender of a file chose for times without a date.';
drop trigger append_only on attendance_reports;
create trigger append_only before update of attendance_report_id, event_slot_id, webinar_id, origin, origin_name, received_at, sources, file,
    said_hash, time_zone, zone_wins, times_on, repeats_report_id or truncate on attendance_reports
  for each statement execute function refuse_change();
