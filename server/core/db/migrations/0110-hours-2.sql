-- The rule hours-2: every report counts, an hour of the course counts in one of the event's slots, and credits have days.
alter table attendance_decisions
  drop constraint attendance_decisions_act_check,
  add constraint attendance_decisions_act_check check (act in ('match', 'state', 'set-aside', 'settle', 'credit', 'counts', 'does-not-count', 'withdraw'));
comment on column attendance_decisions.act is 'match: the rows belong to these registrations, or to nobody of ours. state: a registration was there from and to. set-aside: a wait needs nothing, or a report does not count. settle: the reports are final. credit: hours were set, as the credit says. counts, does-not-count: a poll question counts as asked, or not. withdraw: no decision about the subject.';
comment on column attendance_decisions.subject is 'The rows of one person in the reports, a registration, a report or one of its days, a poll question, a wait, or the slot; spelled by contract/attendance/attendance-decisions.';

alter table credit_findings add column person_hash bytea;
comment on column credit_findings.person_hash is 'The SHA-256 of what the person did, whatever the figures, the agenda, and the settlement. Null: of the rule hours-1.';
comment on column credit_findings.event_slot_id is 'The slot with most of the hours. The finding is one for the event.';

alter table credits
  add column by_day jsonb,
  add column reversal text check (reversal in ('undo', 'redo')),
  add column person_hash bytea,
  add column unusual text[] not null default '{}';
comment on column credits.by_day is 'The hours by the day on which they were earned, as DayHours[] in contract/ledger/credits. Null: from before the rule hours-2.';
comment on column credits.reversal is 'undo: puts back the hours from before a credit of the rule. redo: takes the last undo back.';
comment on column credits.person_hash is 'The hash of what the person did, as in credit_findings: for a credit of the rule, or for the credit that was undone.';
comment on column credits.unusual is 'Questions that an inspector would ask about hours by hand: more-than-taught, before-end.';
alter table credits disable trigger user;
update credits set reversal = 'undo'
where act = 'set' and source = 'attendance' and credit_finding_id is not null and rule_version is null;
alter table credits enable trigger user;
drop trigger append_only on credits;
create trigger append_only before update of credit_id, registration_id, minutes, source, rule_version, reason, decided_at, mails_correction, act, credit_finding_id, by_day, reversal, person_hash, unusual or truncate on credits
  for each statement execute function refuse_change();

alter table registrations add column credited_days jsonb;
comment on column registrations.credited_days is 'Kept by the database: the days of the standing credit.';
create or replace function keep_credit() returns trigger language plpgsql as $$
begin
  update registrations r
  set hours = coalesce(standing.hours, 0), version = version + 1, credited_days = standing.by_day,
    certificate_code = case when standing.hours > 0 then certificate_code end
  from (select distinct registration_id from come) changed
  left join lateral (
    select c.hours, by_day from standing_credit(changed.registration_id) c join credits using (credit_id)
  ) standing on true
  where r.registration_id = changed.registration_id;
  return null;
end $$;

delete from credit_waits where kind = 'fewer-people';

-- A newer report no longer replaces another. So that nobody's hours change, what was hidden is set aside: a whole report, or some of its days.
with standing as (
  select event_slot_id, report.attendance_report_id as id, origin, received_at, bytes_hash, reading.kind, days, visits, answers
  from attendance_reports report cross join lateral (
    select kind, days, visits, answers from attendance_readings
    where attendance_report_id = report.attendance_report_id and refused = ''
    order by substring(reader from '[0-9]+$')::integer desc limit 1
  ) reading
  where origin <> 'platform' or visits > 0 or answers > 0
), on_days as (
  select standing.*, day::date as day,
    case when kind <> 'statement' and (visits > 0 or origin = 'door') then row_number() over (
      partition by event_slot_id, day, kind, (visits > 0 or origin = 'door') order by received_at desc, id desc) end as visits_place,
    case when answers > 0 then row_number() over (partition by event_slot_id, day, answers > 0 order by received_at desc, id desc) end as answers_place
  from standing join event_slots using (event_slot_id)
  cross join lateral generate_series(start_on, end_on, interval '1 day') day
  where day::date = any(days)
), judged as (
  select *, coalesce(visits_place, answers_place) > 1 and coalesce(answers_place, 2) > 1 and kind <> 'statement' as is_hidden
  from on_days
), hidden as (
  select event_slot_id, id, origin, bytes_hash, array_agg(day order by day) filter (where is_hidden) as days, bool_and(is_hidden) as is_whole
  from judged group by event_slot_id, id, origin, bytes_hash having bool_or(is_hidden)
)
insert into attendance_decisions (event_slot_id, act, subject, reason)
select distinct h.event_slot_id, 'set-aside', 'report ' || encode(h.bytes_hash, 'hex') || coalesce(' ' || day, ''), 'replaced before hours-2'
from hidden h left join lateral unnest(h.days) day on not h.is_whole
where not exists (
    select from standing newer where newer.event_slot_id = h.event_slot_id and newer.origin = h.origin
      and h.origin <> 'upload' and newer.id > h.id)
  and not exists (
    select from judged other where other.event_slot_id = h.event_slot_id and other.bytes_hash = h.bytes_hash and not other.is_hidden
      and other.id <> h.id);

-- Where nothing was counted yet, hours-2 is the first rule. Elsewhere an administrator applies it, after a preview of its effect.
alter table credit_rules disable trigger user;
update credit_rules set figures = case
  when is_in_person then jsonb_set(figures - 'neededShare', '{coursesAnHour}', '2') else figures end || '{"code": "hours-2"}'
where not exists (select from credit_findings) and made_by is null;
alter table credit_rules enable trigger user;
