-- What a mail carries besides its text, and as long as it.
create table mail_attachments (
  mail_id bigint not null references mails on delete cascade,
  -- From 1, in the order they are shown.
  place integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  primary key (mail_id, place)
);

alter table mails
  -- Where a mail program's own button stops such mails (RFC 8058); null: it has no such button.
  add column unsubscribe_url text,
  -- From then on it is of no use: what has not left by then is given up.
  add column expires_at timestamptz;

-- The secret address of somebody's calendar.
create table calendars (
  user_id uuid primary key references users on delete cascade,
  code text not null unique
);

alter table users
  add column has_reminders boolean not null default true,
  -- 244 random bits: who has them stops the reminders without signing in.
  add column reminder_code text not null unique
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- What was reminded of, each once; gone with its mail.
create table reminders (
  registration_id integer not null references registrations,
  event_slot_id integer not null references event_slots,
  day_on date not null,
  kind text not null check (kind in ('day-before', 'hour-before')),
  mail_id bigint not null unique references mails on delete cascade,
  primary key (registration_id, event_slot_id, day_on, kind)
);
