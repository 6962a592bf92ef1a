-- Codes that an event shows on its slides, for people who cannot answer the webinar's polls.
create table poll_codes (
  poll_code_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  code text not null check (code ~ '^[2-9A-Z]{5}$'),
  question text not null check (question <> ''),
  opens_at timestamptz not null,
  closes_at timestamptz not null check (opens_at < closes_at),
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
comment on table poll_codes is 'Codes that an event shows on its slides. Append-only but for their withdrawal.';
comment on column poll_codes.code is 'Unique among the codes whose minutes are not over; a lock keeps that.';
comment on column poll_codes.question is 'The label of the question, like Poll 3.';
comment on column poll_codes.withdrawn_at is 'Nobody needs it since then. Answers that people gave with it still count.';
create unique index poll_codes_of_slot on poll_codes (event_slot_id, question) where withdrawn_at is null;
create index poll_codes_by_code on poll_codes (code, closes_at);

create table poll_code_answers (
  poll_code_id integer not null references poll_codes on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  answered_at timestamptz not null,
  primary key (poll_code_id, registration_id)
);
comment on table poll_code_answers is 'The codes that people entered in their minutes. Append-only: the first answer counts.';
create index poll_code_answers_of_registration on poll_code_answers (registration_id);

create table poll_code_tries (
  user_id uuid primary key references users on delete cascade,
  tries integer not null,
  since timestamptz not null
);
comment on table poll_code_tries is 'Wrong codes of a person within an hour.';

create function refuse_change_of_poll_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.closes_at < now() - interval '3 years' then
      return old;
    end if;
  elsif old.withdrawn_at is not distinct from new.withdrawn_at or old.withdrawn_at is null then
    if old.made_by is not distinct from new.made_by
      or new.made_by is null and not exists (select from users where user_id = old.made_by) then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_poll_code() is 'A code can be withdrawn once, loses who made it when they delete their account, and goes after three years.';
create trigger append_only before update of poll_code_id, event_slot_id, code, question, opens_at, closes_at, made_at or truncate on poll_codes
  for each statement execute function refuse_change();
create trigger append_only_row before delete or update of made_by, withdrawn_at on poll_codes
  for each row execute function refuse_change_of_poll_code();

create function refuse_change_of_poll_answer() returns trigger language plpgsql as $$
begin
  if old.answered_at < now() - interval '3 years'
    or not exists (select from poll_codes where poll_code_id = old.poll_code_id)
    or not exists (select from registrations where registration_id = old.registration_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_poll_answer() is 'Append-only: an answer goes after three years, or with its registration.';
create trigger append_only before update or truncate on poll_code_answers
  for each statement execute function refuse_change();
create trigger append_only_row before delete on poll_code_answers
  for each row execute function refuse_change_of_poll_answer();
