-- A reminder a week before an event, and reminders about the renewal year itself.
alter table reminders drop constraint reminders_kind_check,
  add constraint reminders_kind_check check (kind in ('week-before', 'day-before', 'hour-before'));

create table renewal_reminders (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('missed', 'hours-missing')),
  about integer not null,
  mail_id bigint not null unique references mails on delete cascade,
  primary key (user_id, kind, about)
);
comment on table renewal_reminders is 'Reminders about hours of a renewal year, each once: to people who missed their slot, and to those who lack hours shortly before the deadline.';
comment on column renewal_reminders.about is 'The slot that was missed, or the renewal year.';
