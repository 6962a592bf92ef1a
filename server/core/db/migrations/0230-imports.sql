-- Administrators import people, registrations and earlier certificates from files.

create table imports (
  import_id uuid default gen_random_uuid() primary key,
  kind text not null check (kind in ('people', 'registrations', 'certificates')),
  file_name text not null,
  headings text[] not null,
  columns jsonb not null,
  is_previewed boolean not null default false,
  mails_confirmations boolean not null default false,
  total integer not null,
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  started_by uuid references users on delete set null,
  started_at timestamptz,
  finished_at timestamptz,
  undone_by uuid references users on delete set null,
  undo_started_at timestamptz,
  undone_at timestamptz
);
comment on table imports is 'The files of people, registrations or earlier certificates that administrators uploaded.';
comment on column imports.columns is 'The field of each heading, or null.';
comment on column imports.is_previewed is 'An administrator chose these columns. Later files with the same headings are read alike.';
comment on column imports.total is 'The rows of the file. They are deleted after a fixed time.';
comment on column imports.started_at is 'Null: nothing of the file was written.';
create index imports_of_uploader on imports (uploaded_by) where uploaded_by is not null;
create index imports_of_starter on imports (started_by) where started_by is not null;
create index imports_of_undoer on imports (undone_by) where undone_by is not null;
create index imports_newest on imports (uploaded_at);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  place integer not null,
  line integer not null,
  cells text[] not null,
  outcome text check (outcome in ('new', 'same', 'changes', 'refused')),
  why text not null default '',
  user_id uuid references users on delete set null,
  trace jsonb not null default '{}',
  undone boolean,
  primary key (import_id, place)
);
comment on table import_rows is 'The rows of imported files, each with its result.';
comment on column import_rows.line is 'In the file, counted from 1.';
comment on column import_rows.outcome is 'Null: not written yet.';
comment on column import_rows.trace is 'The facts for an undo, as ImportTrace in server/stored-json.ts.';
comment on column import_rows.undone is 'Null: no undo has reached it. False: it had changed since, so the undo left it.';
create index import_rows_of_person on import_rows (user_id) where user_id is not null;
create index import_rows_open on import_rows (import_id, place) where outcome is null;

create table earlier_certificates (
  earlier_certificate_id integer generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  number text not null,
  issuer text not null,
  title text not null,
  days date[] not null check (cardinality(days) > 0),
  hours integer not null check (hours > 0),
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null
);
comment on table earlier_certificates is 'Certificates that other training providers issued. The portal counts their hours and never signs them.';
comment on column earlier_certificates.days is 'The days of the training, all in one renewal year.';
create unique index earlier_certificates_by_number on earlier_certificates (lower(number), lower(issuer));
create index earlier_certificates_of_person on earlier_certificates (user_id);
create index earlier_certificates_of_recorder on earlier_certificates (recorded_by) where recorded_by is not null;
