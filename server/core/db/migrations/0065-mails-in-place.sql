-- A mail is written once and updated two or three times within seconds. Half of each page stays free for that, and no index has
-- a column that the first updates change. So they stay on the page of the mail and write no index: a third less WAL.
-- A mail that was sent has the time of it; no other has.
alter table mails set (fillfactor = 50);
drop index mails_unsent;
drop index mails_urgent;
create index mails_unsent on mails (created_at) where sent_at is null;
create index mails_urgent on mails (mail_id) where is_urgent and sent_at is null;
