-- A webinar that is ended and started again has several instances, each with a report of its own.
alter table attendance_reports add column instance text;
comment on column attendance_reports.instance is 'The webinar platform''s id of the time that the webinar was held; ''door'' for scans at the door. Reports of one instance are versions of each other. Null: an upload, or fetched by an earlier version.';
update attendance_reports set instance = 'door' where origin = 'door';

drop trigger append_only on attendance_reports;
create trigger append_only before truncate
  or update of attendance_report_id, event_slot_id, webinar_id, origin, origin_name, received_at, sources, file, said_hash, time_zone, repeats_report_id, instance
  on attendance_reports
  for each statement execute function refuse_change();
