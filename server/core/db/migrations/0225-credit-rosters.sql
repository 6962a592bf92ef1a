-- People may use another email at FAASafety.gov, and rosters note which credits were reported there.

alter table users add column faa_safety_email text not null default '';
comment on column users.faa_safety_email is 'The email of their FAASafety.gov account; empty if it is the email above.';

create table credit_rosters (
  credit_roster_id integer generated always as identity primary key,
  reported_by uuid references users on delete set null,
  reported_at timestamptz not null default now()
);
comment on table credit_rosters is 'The rosters of credits that an administrator has marked as reported to FAASafety.gov.';
create index credit_rosters_of_reporter on credit_rosters (reported_by) where reported_by is not null;

create table credit_roster_rows (
  credit_roster_id integer not null references credit_rosters,
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  content jsonb,
  primary key (registration_id, credit_roster_id)
);
comment on table credit_roster_rows is 'What each roster reported: the rows that were new or differed. The newest row of a registration is what FAASafety.gov knows.';
comment on column credit_roster_rows.event_slot_id is 'The slot of the registration when it was reported.';
comment on column credit_roster_rows.content is 'As ReportedCredit in contract/counting/credit-rosters. Null: the credit was taken back.';
create index credit_roster_rows_of_roster on credit_roster_rows (credit_roster_id);
create index credit_roster_rows_of_slot on credit_roster_rows (event_slot_id);
