-- Hours are counted from attendance: by figures of a season, over the agenda of a slot, with the decisions of administrators. Each
-- count is a finding, and a credit of the rule names its finding.
create table credit_rules (
  credit_rule_id integer generated always as identity primary key,
  season integer not null,
  version integer not null,
  is_in_person boolean not null,
  figures jsonb not null,
  reason text not null check (reason <> ''),
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now(),
  unique (season, version)
);
comment on table credit_rules is 'Figures by which hours are counted. Append-only: a change is another version. A season without its own has those of the newest season before.';
comment on column credit_rules.version is 'Counted in each season from 1.';
comment on column credit_rules.is_in_person is 'Whether it counts for events in person, or for virtual ones.';
insert into credit_rules (season, version, is_in_person, figures, reason) values
  (2026, 1, false, '{"code": "hours-1", "mode": "each", "periodMinutes": 60, "teachingMinutes": 50, "neededMinutes": 45, "forgivenGapSeconds": 120, "forgivenSecondsAnHour": 300, "polls": {"per": "hour", "needed": 1, "lateMinutes": 5}, "phonePolls": "needed", "leastHoursADay": 1, "mostHours": 8, "rolesCounted": ["attendee", "panelist"]}', 'First figures'),
  (2026, 2, true, '{"code": "hours-1", "mode": "each", "periodMinutes": 60, "teachingMinutes": 50, "neededMinutes": 45, "neededShare": 0.9, "forgivenGapSeconds": 120, "forgivenSecondsAnHour": 300, "polls": {"per": "none", "needed": 1, "lateMinutes": 5}, "phonePolls": "needed", "leastHoursADay": 1, "mostHours": 8, "rolesCounted": ["attendee", "panelist"]}', 'First figures');

create table slot_agendas (
  slot_agenda_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  hours jsonb,
  reason text not null check (reason <> ''),
  stated_by uuid references users on delete set null,
  stated_at timestamptz not null default now()
);
create index slot_agendas_of_slot on slot_agendas (event_slot_id, slot_agenda_id desc);
comment on table slot_agendas is 'The hours of a slot as they were taught. Append-only: the newest one counts. Without one, hours are planned from the figures.';
comment on column slot_agendas.hours is 'As StatedAgenda in contract/events/slots. Null: as planned again.';

create table attendance_decisions (
  attendance_decision_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  act text not null check (act in ('match', 'state', 'set-aside', 'settle', 'withdraw')),
  subject text not null,
  registration_ids integer[] not null default '{}',
  from_at timestamptz,
  to_at timestamptz,
  reason text not null check (reason <> ''),
  file bytea,
  file_name text not null default '',
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now(),
  check ((act = 'state') = (from_at is not null and to_at is not null)),
  check (from_at < to_at)
);
create index attendance_decisions_of_slot on attendance_decisions (event_slot_id, attendance_decision_id);
comment on table attendance_decisions is 'Decisions of people about rows of a slot''s reports. Append-only: the newest one about a subject counts.';
comment on column attendance_decisions.act is 'match: the rows belong to these registrations, or to nobody of ours. state: a registration was there from and to. set-aside: a wait needs nothing. settle: the reports are final. withdraw: no decision about the subject.';
comment on column attendance_decisions.subject is 'The rows of one person in the reports, a registration, a wait, or the slot; spelled by contract/attendance/attendance-decisions.';
comment on column attendance_decisions.file is 'The file that it rests on, such as a signed sheet.';

create table credit_findings (
  credit_finding_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  credit_rule_id integer not null references credit_rules,
  evidence_hash bytea not null,
  hours integer not null,
  minutes integer not null,
  reason text not null,
  is_final boolean not null,
  finding jsonb not null,
  input jsonb not null,
  counted_at timestamptz not null default now(),
  unique (registration_id, credit_rule_id, evidence_hash)
);
comment on table credit_findings is 'The hours of a registration by one version of the figures from one state of the evidence. Append-only.';
comment on column credit_findings.event_slot_id is 'The slot of the evidence. It may be the other slot of the event.';
comment on column credit_findings.evidence_hash is 'The SHA-256 of the input.';
comment on column credit_findings.minutes is 'Minutes of instruction.';
comment on column credit_findings.finding is 'As Finding in contract/ledger/credits, with a code for each hour.';
comment on column credit_findings.input is 'Everything that was counted: the agenda, visits, answers, the questions asked, and whether the reports are final.';

create table credit_counts (
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  credit_finding_id integer not null references credit_findings on delete cascade,
  note text check (note in ('other-slot', 'canceled')),
  subjects jsonb not null default '[]',
  next text not null,
  primary key (event_slot_id, registration_id)
);
create index credit_counts_of_registration on credit_counts (registration_id);
create index credit_counts_of_finding on credit_counts (credit_finding_id);
comment on table credit_counts is 'The current finding of each registration at a slot. Each count of the slot replaces its rows.';
comment on column credit_counts.note is 'How the person was found, if they are registered for the other slot of the event, or no longer.';
comment on column credit_counts.subjects is 'The people in the reports who were matched with it, and how.';
comment on column credit_counts.next is 'The consequence: write, nothing, or the reason why it waits.';

create table credit_waits (
  event_slot_id integer not null references event_slots,
  kind text not null,
  subject text not null,
  registration_id integer references registrations on delete cascade,
  candidates integer[] not null default '{}',
  name text not null default '',
  email text,
  about jsonb not null default '{}',
  since timestamptz not null default now(),
  primary key (event_slot_id, kind, subject)
);
create index credit_waits_of_registration on credit_waits (registration_id);
comment on table credit_waits is 'Everything that waits for an administrator. Each count of the slot replaces its rows.';
comment on column credit_waits.subject is 'As attendance_decisions.subject.';
comment on column credit_waits.about is 'The facts to decide by, by kind: visits, hours before and now, or the agenda that an anomaly proposes.';

create table slot_counts (
  event_slot_id integer primary key references event_slots,
  credit_rule_id integer not null references credit_rules,
  slot_agenda_id integer references slot_agendas,
  is_settled boolean not null,
  counted_at timestamptz not null
);
comment on table slot_counts is 'The last count of each slot.';
comment on column slot_counts.is_settled is 'Whether the reports were final: a day after the slot, or when somebody said so.';

alter table credits add column credit_finding_id integer references credit_findings;
comment on column credits.credit_finding_id is 'The finding that gave the hours; for an undone credit, the one that was undone. Null: a person decided.';

create function refuse_change_of_finding() returns trigger language plpgsql as $$
begin
  if not exists (select from registrations where registration_id = old.registration_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_finding() is 'Append-only: a finding goes only with its registration.';
create trigger append_only before update or truncate on credit_findings for each statement execute function refuse_change();
create trigger append_only_row before delete on credit_findings for each row execute function refuse_change_of_finding();

create function refuse_change_of_statement() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(to_jsonb(old)->>'made_by', to_jsonb(old)->>'stated_by', to_jsonb(old)->>'decided_by');
begin
  if person is not null and not exists (select from users where user_id = person)
    and coalesce(to_jsonb(new)->>'made_by', to_jsonb(new)->>'stated_by', to_jsonb(new)->>'decided_by') is null then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_statement() is 'Append-only: a row loses only who wrote it, when they delete their account.';
create trigger append_only before delete or update of credit_rule_id, season, version, is_in_person, figures, reason, made_at or truncate on credit_rules
  for each statement execute function refuse_change();
create trigger append_only_row before update of made_by on credit_rules for each row execute function refuse_change_of_statement();
create trigger append_only before delete or update of slot_agenda_id, event_slot_id, hours, reason, stated_at or truncate on slot_agendas
  for each statement execute function refuse_change();
create trigger append_only_row before update of stated_by on slot_agendas for each row execute function refuse_change_of_statement();
create trigger append_only before delete or update of attendance_decision_id, event_slot_id, act, subject, registration_ids, from_at, to_at, reason, file, file_name, decided_at or truncate on attendance_decisions
  for each statement execute function refuse_change();
create trigger append_only_row before update of decided_by on attendance_decisions for each row execute function refuse_change_of_statement();

create or replace trigger append_only
  before update of credit_id, registration_id, minutes, source, rule_version, reason, decided_at, mails_correction, act, credit_finding_id or truncate on credits
  for each statement execute function refuse_change();
