-- So that nobody's hours change, 0110 sets aside what a newer report hid. Two kinds are left. A report with visits and answers was hidden in
-- part by a newer one with only visits, or only answers. And a version behind a hidden one would count in its place.
comment on column attendance_decisions.subject is 'The rows of one person in the reports, a registration, a report, one of its days, or only its visits or answers, a poll question, a wait, or the slot; spelled by contract/attendance/attendance-decisions.';

with standing as (
  select event_slot_id, report.attendance_report_id as id, received_at, encode(bytes_hash, 'hex') as sha256, reading.*,
    visits > 0 or origin = 'door' as has_visits, answers > 0 as has_answers,
    case when origin = 'upload' then encode(bytes_hash, 'hex') else origin || coalesce(webinar_id, '') end as version_of
  from attendance_reports report cross join lateral (
    select kind, days, visits, answers from attendance_readings
    where attendance_report_id = report.attendance_report_id and refused = ''
    order by substring(reader from '[0-9]+$')::integer desc limit 1
  ) reading
  where (visits > 0 or answers > 0 or origin = 'door') and kind <> 'statement'
), on_days as (
  select standing.*, day::date as day,
    has_visits and row_number() over (partition by event_slot_id, day, kind, has_visits order by received_at desc, id desc) > 1 as hides_visits,
    has_answers and row_number() over (partition by event_slot_id, day, has_answers order by received_at desc, id desc) > 1 as hides_answers
  from standing join event_slots using (event_slot_id) left join lateral (
    select day from generate_series(start_on, end_on, interval '1 day') day where day::date = any(days)
  ) covered on true
), hidden as (
  select *, day is null or (hides_visits = has_visits and hides_answers = has_answers) as is_hidden,
    bool_and(day is null or (hides_visits = has_visits and hides_answers = has_answers)) over report as is_whole,
    bool_and(hides_visits and not hides_answers) over report as hides_all_visits,
    bool_and(hides_answers and not hides_visits) over report as hides_all_answers
  from on_days window report as (partition by id)
), subjects as (
  select distinct event_slot_id, 'report ' || sha256 || case
      when is_whole then ''
      when is_hidden then ' ' || day
      when hides_all_visits then ' visits'
      when hides_all_answers then ' answers'
      when hides_visits then ' ' || day || ' visits'
      when hides_answers then ' ' || day || ' answers'
    end as subject
  from hidden
  -- An upload of other days means nothing anyway.
  where not (version_of = sha256 and day is null)
    -- Only a version that would count.
    and not exists (
      select from hidden newer
      where newer.event_slot_id = hidden.event_slot_id and newer.version_of = hidden.version_of and newer.id > hidden.id and not newer.is_whole)
)
insert into attendance_decisions (event_slot_id, act, subject, reason)
select event_slot_id, 'set-aside', subject, 'replaced before hours-2'
from subjects
where subject is not null and not exists (
  select from attendance_decisions known
  where known.event_slot_id = subjects.event_slot_id and known.subject = subjects.subject);

-- What was fetched of an earlier webinar of a slot is no version of what is fetched of its webinar now.
comment on column attendance_reports.instance is 'The webinar platform''s id of the time that the webinar was held; ''door'' for scans at the door; ''webinar'' and its id for fetches of a webinar that the slot had before the upgrade. Reports of one instance are versions of each other. Null: an upload, or fetched by an earlier version.';
alter table attendance_reports disable trigger user;
update attendance_reports set instance = 'webinar ' || attendance_reports.webinar_id
from event_slots
where event_slots.event_slot_id = attendance_reports.event_slot_id and origin = 'platform' and instance is null
  and attendance_reports.webinar_id is distinct from event_slots.webinar_id;
alter table attendance_reports enable trigger user;

drop trigger append_only on attendance_reports;
create trigger append_only before truncate
  or update of attendance_report_id, event_slot_id, webinar_id, origin, origin_name, received_at, sources, file, said_hash, time_zone, zone_wins,
    times_on, repeats_report_id, instance
  on attendance_reports
  for each statement execute function refuse_change();
