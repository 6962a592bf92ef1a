-- The outbox: a mail is written in the transaction that causes it and sent by a job.
create table mails (
  mail_id bigint generated always as identity primary key,
  -- What caused it. The same cause writes no second mail, however often its job runs.
  cause text not null unique,
  to_address text not null,
  reply_to text,
  subject text not null,
  html text not null,
  text text not null,
  -- A secret mail carries a sign-in code: its body is emptied once it has left the house.
  is_secret boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

-- The mailbox shows the newest of one recipient.
create index mails_of_recipient on mails (to_address, mail_id desc);

create table mail_attempts (
  mail_id bigint not null references mails on delete cascade,
  attempted_at timestamptz not null default now(),
  -- null: the transport took it over.
  problem text
);

create index mail_attempts_of_mail on mail_attempts (mail_id);
