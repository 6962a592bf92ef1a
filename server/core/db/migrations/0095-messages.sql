create table messages (
  message_id integer primary key generated always as identity,
  start_key uuid not null unique,
  kind text not null check (kind in ('registration', 'news')),
  subject text not null,
  html text not null,
  started_by uuid references users on delete set null,
  started_at timestamptz not null,
  people integer not null,
  left_out integer not null,
  stopped_at timestamptz,
  finished_at timestamptz
);
create index messages_of_starter on messages (started_by) where started_by is not null;
create index messages_old on messages (started_at);
create index messages_unfinished on messages (message_id) where finished_at is null;
comment on table messages is 'What an administrator wrote to many people: about their registrations, or news for people with mailing consent.';
comment on column messages.start_key is 'Chosen by the caller: the same key starts a message once.';
comment on column messages.html is 'Formatted text with placeholders.';
comment on column messages.people is 'How many people get it, as of the start.';
comment on column messages.finished_at is 'Null: a job still writes emails.';

create table message_recipients (
  message_id integer not null references messages on delete cascade,
  place integer not null,
  user_id uuid references users on delete set null,
  registration_id integer references registrations on delete set null,
  outcome text,
  mail_id bigint references mails on delete set null,
  primary key (message_id, place)
);
create index message_recipients_waiting on message_recipients (message_id, place) where outcome is null;
create index message_recipients_of_user on message_recipients (user_id) where user_id is not null;
create index message_recipients_of_registration on message_recipients (registration_id) where registration_id is not null;
create index message_recipients_of_mail on message_recipients (mail_id) where mail_id is not null;
comment on column message_recipients.user_id is 'Null: the account was deleted.';
comment on column message_recipients.registration_id is 'The registration that it is about. Null in news.';
comment on column message_recipients.outcome is 'Null: waiting. Otherwise written, or the reason why the person is left out.';
comment on column users.reminder_code is '244 random bits that stop the reminders, or the news, without a session.';
