-- Contracts: unused since 0.9.0.
-- Nobody runs a version before 1.0 beside a newer one. A million mails are copied in half a minute.
alter table mail_texts rename to texts_by_month;
create table mail_texts (mail_id bigint not null, html text not null, text text not null);
insert into mail_texts select mail_id, html, text from texts_by_month;
drop table texts_by_month;
alter table mail_texts add primary key (mail_id);
alter table mail_texts add foreign key (mail_id) references mails on delete cascade;
comment on table mail_texts is 'The texts of mails, except those in the rows of their mails: of secret mails, and of mails that an earlier version wrote.';

alter table mail_attachments rename to attachments_by_month;
create table mail_attachments (
  mail_id bigint not null,
  place integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null
);
insert into mail_attachments select mail_id, place, filename, content_type, content from attachments_by_month;
drop table attachments_by_month;
alter table mail_attachments add primary key (mail_id, place);
alter table mail_attachments add foreign key (mail_id) references mails on delete cascade;
comment on column mail_attachments.place is 'Counts from 1, in the order shown.';

alter table mail_attempts rename to attempts_by_month;
create table mail_attempts (mail_id bigint not null, attempted_at timestamptz not null default now(), problem text);
insert into mail_attempts select mail_id, attempted_at, problem from attempts_by_month;
drop table attempts_by_month;
create index mail_attempts_of_mail on mail_attempts (mail_id);
alter table mail_attempts add foreign key (mail_id) references mails on delete cascade;
comment on column mail_attempts.problem is 'Null: the transport accepted the mail.';
