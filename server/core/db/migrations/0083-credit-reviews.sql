-- What people ask about their hours, and what is answered.
create table credit_reviews (
  credit_review_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  hour_numbers integer[] not null,
  words text not null,
  file bytea,
  file_name text not null default '',
  asked_at timestamptz not null
);
comment on table credit_reviews is 'Requests of people to look at their hours again. Append-only, but the words and the file go with the account.';
comment on column credit_reviews.event_slot_id is 'The slot where they were counted when they asked.';
comment on column credit_reviews.hour_numbers is 'The hours that it is about, by their place in the agenda from 1; empty: no hour in particular.';
comment on column credit_reviews.words is 'Empty: the account was deleted.';
create index credit_reviews_of_registration on credit_reviews (registration_id);
create index credit_reviews_of_slot on credit_reviews (event_slot_id);

create table credit_review_answers (
  credit_review_id integer primary key references credit_reviews on delete cascade,
  hours integer check (hours between 1 and 8),
  credit_id integer references credits on delete set null,
  words text not null,
  answered_by uuid references users on delete set null,
  answered_at timestamptz not null
);
comment on table credit_review_answers is 'The answers to reviews. Append-only, but the words go with the account of the person who asked.';
comment on column credit_review_answers.hours is 'The hours that were given; null: the hours stay.';
comment on column credit_review_answers.credit_id is 'The credit that gave them.';

create function refuse_change_of_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.asked_at < now() - interval '3 years'
      or not exists (select from registrations where registration_id = old.registration_id) then
      return old;
    end if;
  elsif new.words = '' and new.file is null and new.file_name = '' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_review() is 'A review goes after three years or with its registration; its words and file can only go.';
create trigger append_only before update of credit_review_id, registration_id, event_slot_id, hour_numbers, asked_at or truncate on credit_reviews
  for each statement execute function refuse_change();
create trigger append_only_row before delete or update on credit_reviews
  for each row execute function refuse_change_of_review();

create function refuse_change_of_review_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from credit_reviews where credit_review_id = old.credit_review_id) then
      return old;
    end if;
  elsif new.words in ('', old.words)
    and (new.credit_id is not distinct from old.credit_id
      or new.credit_id is null and not exists (select from credits where credit_id = old.credit_id))
    and (new.answered_by is not distinct from old.answered_by
      or new.answered_by is null and not exists (select from users where user_id = old.answered_by)) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_review_answer() is 'An answer goes with its review, loses who gave it when they delete their account, and its words can only go.';
create trigger append_only before update of credit_review_id, hours, answered_at or truncate on credit_review_answers
  for each statement execute function refuse_change();
create trigger append_only_row before delete or update on credit_review_answers
  for each row execute function refuse_change_of_review_answer();
