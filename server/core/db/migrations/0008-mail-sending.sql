-- Sending a mail has three steps, and no transaction is open between them: claim, send, settle.
alter table mails
  drop constraint mails_status_check,
  -- Counts the claims; the newest claim alone may send the mail and settle it.
  add column attempts integer not null default 0,
  -- While 'sending': until then the claim holds. After it, its process is taken for dead.
  add column leased_until timestamptz,
  -- While 'sending': the receiver may have the mail by now. Until then it has certainly not left.
  add column is_leaving boolean not null default false,
  -- Sent before those that wait.
  add column is_urgent boolean not null default false;

update mails set status = 'given-up' where status = 'failed';
update mails set is_urgent = true where is_secret and status = 'queued';

-- failed: for now, it is tried again. unknown: it may have left, and the answer was lost; not sent again by itself.
alter table mails add constraint mails_status_check
  check (status in ('queued', 'sending', 'sent', 'failed', 'given-up', 'unknown'));

-- What waits, or needs somebody to look; of the many that were sent it holds none.
create index mails_unsent on mails (status, created_at) where status <> 'sent';
