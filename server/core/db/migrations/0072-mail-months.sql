-- Texts, attachments and attempts are the weight of mails. Each month gets partitions of its own for them, and old ones are dropped
-- as a whole: deleting their rows would write each of them to the log. A row that no month holds is in the default partition.
create table mail_texts (
  mail_id bigint not null references mails on delete cascade,
  written_at timestamptz not null,
  html text not null,
  text text not null,
  primary key (mail_id, written_at)
) partition by range (written_at);
create table mail_texts_other partition of mail_texts default;
comment on table mail_texts is 'The texts of mails, except those in the rows of their mails: of secret mails, and of mails that an earlier version wrote.';
comment on column mail_texts.written_at is 'mails.created_at.';
alter table mails alter column html set default '', alter column text set default '';

alter table mail_attachments rename to mail_attachments_other;
-- A partition gets the primary key of its table.
alter table mail_attachments_other drop constraint mail_attachments_pkey;
alter table mail_attachments_other add column written_at timestamptz not null default now();
create table mail_attachments (
  mail_id bigint not null references mails on delete cascade,
  place integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  written_at timestamptz not null default now(),
  primary key (mail_id, place, written_at)
) partition by range (written_at);
alter table mail_attachments attach partition mail_attachments_other default;
comment on column mail_attachments.place is 'Counts from 1, in the order shown.';
comment on column mail_attachments.written_at is 'mails.created_at, or later for an attachment that an earlier version wrote.';

alter table mail_attempts rename to mail_attempts_other;
drop index mail_attempts_of_mail;
create table mail_attempts (
  mail_id bigint not null references mails on delete cascade,
  attempted_at timestamptz not null default now(),
  problem text
) partition by range (attempted_at);
alter table mail_attempts attach partition mail_attempts_other default;
create index mail_attempts_of_mail on mail_attempts (mail_id);
comment on column mail_attempts.problem is 'Null: the transport accepted the mail.';

-- A portal of the version before looks for the text in the row of the mail when it claims it.
create function bring_text() returns trigger language plpgsql as $$
declare
  kept mail_texts;
begin
  select * into kept from mail_texts where mail_id = new.mail_id and written_at = new.created_at;
  if found then
    new.html := kept.html;
    new.text := kept.text;
  end if;
  return new;
end $$;
comment on function bring_text() is 'Brings the text of a mail into its row for a portal of the version before. A later release drops it.';
create trigger bring_text before update of status on mails for each row
  when (new.attempts > old.attempts and new.text = '' and current_setting('portal.reads_texts', true) is distinct from 'on')
  execute function bring_text();
