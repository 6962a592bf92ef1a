-- One row per issue, never changed: the PDF is drawn from it on request. A registration's link serves its newest.
create table certificates (
  certificate_id integer generated always as identity primary key,
  registration_id integer not null references registrations,
  -- Counts the issues of one registration from 1.
  issue integer not null,
  serial text not null unique,
  person_name text not null,
  event_name text not null,
  focus_id integer not null references focuses,
  start_on date not null,
  end_on date not null,
  hours integer not null check (hours between 1 and 8),
  issued_at timestamptz not null default now(),
  issued_by uuid not null references users,
  unique (registration_id, issue)
);

-- The e-mail history of a registration: which issue went out in which mail.
create table certificate_mails (
  certificate_mail_id integer generated always as identity primary key,
  registration_id integer not null references registrations,
  certificate_id integer not null references certificates,
  mail_id bigint not null unique references mails,
  notes text not null default ''
);

create index certificate_mails_of_registration on certificate_mails (registration_id);
