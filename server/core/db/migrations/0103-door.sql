-- What was noted at the doors of in-person slots, the keys that sign tickets, and the tickets that replaced others.
create table door_scans (
  scan_id uuid primary key,
  registration_id integer not null references registrations on delete cascade,
  day_on date not null,
  act text not null check (act in ('in', 'out', 'undo')),
  undone_id uuid,
  scanned_at timestamptz not null,
  how text not null check (how in ('ticket', 'search', 'walk-in', 'sheet')),
  noted_by uuid references users on delete set null,
  received_at timestamptz not null,
  check ((act = 'undo') = (undone_id is not null))
);
create index door_scans_of_registration on door_scans (registration_id, day_on);
create index door_scans_noted_by on door_scans (noted_by) where noted_by is not null;
comment on table door_scans is 'Arrivals and leavings at the door, as they were noted. Nothing changes here: an undo is another row.';
comment on column door_scans.scan_id is 'Made by the phone or desk, so that a scan that is sent twice is stored once.';
comment on column door_scans.day_on is 'The Eastern day.';
comment on column door_scans.scanned_at is 'When it was noted, by the clock of the portal.';
comment on column door_scans.how is 'ticket: its QR code was read. search: the person was found in the list. sheet: typed from a sign-in sheet.';
comment on column door_scans.noted_by is 'null: they have deleted their account.';
insert into door_scans (scan_id, registration_id, day_on, act, scanned_at, how, noted_by, received_at)
select gen_random_uuid(), registration_id, day_on, 'in', checked_in_at, 'search', checked_in_by, checked_in_at from check_ins;
comment on table check_ins is 'Replaced by door_scans. Only the version before writes it.';

create table ticket_keys (
  key_id integer generated always as identity primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null
);
comment on table ticket_keys is 'The keys that sign tickets. The newest one signs, all of them verify.';

create table tickets (
  registration_id integer primary key references registrations on delete cascade,
  number integer not null check (number > 1),
  replaced_at timestamptz not null
);
comment on table tickets is 'Registrations whose first ticket was replaced. Only the ticket with this number lets anybody in.';

alter table attendance_reports drop constraint attendance_reports_origin_check,
  add constraint attendance_reports_origin_check check (origin in ('platform', 'upload', 'door'));
