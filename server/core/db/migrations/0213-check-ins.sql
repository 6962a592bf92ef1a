-- Contracts: unused since 0.9.0.
-- The act at the door has one name. It never changes, and the table refuses that by itself.
alter table door_scans rename to check_ins;
alter table check_ins rename column scan_id to check_in_id;
alter table check_ins rename column scanned_at to checked_at;
alter table check_ins rename column noted_by to checked_by;
alter index door_scans_noted_by rename to check_ins_checked_by;
alter index door_scans_of_registration rename to check_ins_of_registration;
comment on table check_ins is 'Arrivals and leavings at the door or on a sign-in sheet, as they were sent. Append-only: an undo is another row.';
comment on column check_ins.check_in_id is 'Made by the phone or desk, so that a check-in that is sent twice is stored once.';
comment on column check_ins.checked_at is 'The time of the act, by the clock of the portal.';
create trigger append_only before delete or update on check_ins
  for each row execute function append_only();
revoke truncate on check_ins from current_user;

alter table door_days rename to check_in_days;
comment on table check_in_days is 'When an account of the front desk first opened the list of a day. Later it may send the check-ins of that day from then on only.';
comment on column attendance_reports.instance is 'The webinar platform''s id of the time that the webinar was held; ''door'' for check-ins; ''webinar'' and its id for fetches of a webinar that the slot had before the upgrade. Reports of one instance are versions of each other. Null: an upload, or fetched by an earlier version.';

do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as held, conname, replace(replace(replace(replace(conname, 'door_scans', 'check_ins'), 'door_days', 'check_in_days'), 'scan_id', 'check_in_id'), 'noted_by', 'checked_by') as name
    from pg_constraint where conrelid in ('check_ins'::regclass, 'check_in_days'::regclass)
  loop
    if named.name <> named.conname then
      execute format('alter table %s rename constraint %I to %I', named.held, named.conname, named.name);
    end if;
  end loop;
end $$;
