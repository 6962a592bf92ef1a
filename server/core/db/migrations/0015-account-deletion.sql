-- Whoever deletes their account takes everything along but what their certificates need; that names no account any longer.
-- null: whoever held it has deleted their account.
alter table registrations alter column user_id drop not null;
create index registrations_of_nobody on registrations (registration_id) where user_id is null;

-- The same as before, of those alone who are somebody's.
create or replace function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, pg_backend_pid() % 32, count(*) from come
    where cancelled_at is null and user_id is not null group by 1 order by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  elsif tg_op = 'DELETE' then
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, pg_backend_pid() % 32, -count(*) from gone
    where cancelled_at is null and user_id is not null group by 1 order by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  else
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, pg_backend_pid() % 32, sum(change)
    from (
      select event_slot_id, 1 as change from come where cancelled_at is null and user_id is not null
      union all select event_slot_id, -1 from gone where cancelled_at is null and user_id is not null
    ) changes
    group by 1 having sum(change) <> 0 order by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  end if;
  return null;
end $$;

-- What belongs to a registration goes with it; what somebody did for others stays without them.
alter table activities
  drop constraint registration_activities_registration_id_fkey,
  drop constraint registration_activities_user_id_fkey,
  add foreign key (registration_id) references registrations on delete cascade,
  add foreign key (acted_by) references users on delete set null;
alter table credits
  drop constraint credits_registration_id_fkey,
  drop constraint credits_decided_by_fkey,
  add foreign key (registration_id) references registrations on delete cascade,
  add foreign key (decided_by) references users on delete set null;
alter table certificates
  drop constraint certificates_registration_id_fkey,
  drop constraint certificates_credit_id_fkey,
  drop constraint certificates_issued_by_fkey,
  add foreign key (registration_id) references registrations on delete cascade,
  add foreign key (credit_id) references credits on delete cascade,
  add foreign key (issued_by) references users on delete set null;
alter table certificate_mails
  drop constraint certificate_mails_registration_id_fkey,
  drop constraint certificate_mails_certificate_id_fkey,
  drop constraint certificate_mails_mail_id_fkey,
  add foreign key (registration_id) references registrations on delete cascade,
  add foreign key (certificate_id) references certificates on delete cascade,
  add foreign key (mail_id) references mails on delete cascade;
alter table confirmations
  drop constraint confirmations_registration_id_fkey,
  add foreign key (registration_id) references registrations on delete cascade;
alter table reminders
  drop constraint reminders_registration_id_fkey,
  add foreign key (registration_id) references registrations on delete cascade;

-- Append-only still: a credit goes only with its registration, and loses only who decided it, once they are gone. That one
-- column and deleting are looked at row by row, since what follows from a foreign key is a statement, too, also for no row.
drop trigger append_only on credits;

create trigger append_only before truncate
  or update of credit_id, registration_id, minutes, source, rule_version, reason, decided_at on credits
  for each statement execute function refuse_change();

create function refuse_change_of_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from registrations where registration_id = old.registration_id) then
    return old;
  elsif tg_op = 'UPDATE' and new.decided_by is null and not exists (select from users where user_id = old.decided_by) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger append_only_row before update of decided_by or delete on credits
  for each row execute function refuse_change_of_credit();

alter table mails
  -- What it is about, whoever it is to: a notice to the staff names the person, too.
  add column registration_id integer references registrations on delete cascade,
  -- From then on nothing of it is kept; null: as long as every mail.
  add column forget_at timestamptz;

update mails m set registration_id = r.registration_id from registrations r
where m.cause ~ '^(registration|reminder):\d+:' and r.registration_id::text = split_part(m.cause, ':', 2);
update mails m set registration_id = c.registration_id from certificate_mails c where c.mail_id = m.mail_id;

create index mails_of_registration on mails (registration_id) where registration_id is not null;
create index mails_to_be_answered on mails (reply_to) where reply_to is not null;
