alter table mails
  -- What a mail about a registration tells the HTTP mail service besides: the event, its slot and whose registration it is.
  add column event jsonb,
  -- Since when it is to be sent: as it was written, or as somebody wanted another try.
  add column waits_since timestamptz not null default now();

update mails set waits_since = created_at where status <> 'sent';

-- When the newest one left.
create index mails_sent on mails (sent_at desc) where sent_at is not null;

-- Whether an urgent one waits for its turn; of all others it holds none.
create index mails_urgent on mails (mail_id) where is_urgent and status = 'queued';

-- Addresses that mails came back from. A row stays when its mark is taken back: what is told of an earlier time marks it no more.
create table bounces (
  email text primary key,
  -- The words of whoever told it.
  reason text not null,
  source text not null check (source in ('mail-server', 'provider', 'administrator')),
  bounced_at timestamptz not null,
  -- From then on the address counts as working.
  cleared_at timestamptz
);
