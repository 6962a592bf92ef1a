-- Events ask their people questions: at registration, and in an evaluation afterwards.

create table event_questions (
  event_question_id integer generated always as identity primary key,
  event_id integer not null references events,
  event_slot_id integer references event_slots,
  moment text not null check (moment in ('registration', 'evaluation')),
  place integer not null,
  wording text not null,
  kind text not null check (kind in ('text', 'choice', 'yes-or-no', 'scale', 'words')),
  choices text[] not null default '{}',
  is_required boolean not null default false,
  is_per_speaker boolean not null default false,
  removed_at timestamptz
);
comment on table event_questions is 'What an event asks: at registration, and in the evaluation after it.';
comment on column event_questions.event_slot_id is 'Asks only the people of this slot. Null: everybody who registers for the event.';
comment on column event_questions.is_per_speaker is 'In an evaluation, asked once about each speaker.';
comment on column event_questions.removed_at is 'Not asked since. Removed questions stay while they have answers.';
create index event_questions_of_event on event_questions (event_id);
create index event_questions_of_slot on event_questions (event_slot_id) where event_slot_id is not null;

create table event_answers (
  registration_id integer not null references registrations on delete cascade,
  event_question_id integer not null references event_questions,
  answer text not null,
  primary key (registration_id, event_question_id)
);
comment on table event_answers is 'What people answered at registration. An open question has no row.';
create index event_answers_of_question on event_answers (event_question_id);

create table evaluation_links (
  code_hash bytea primary key,
  registration_id integer not null references registrations on delete cascade,
  made_at timestamptz not null default now()
);
comment on table evaluation_links is 'The links to an evaluation in the emails of certificates, by the hash of their code.';
create index evaluation_links_of_registration on evaluation_links (registration_id);

create table evaluations (
  registration_id integer primary key references registrations on delete cascade
);
comment on table evaluations is 'The registrations whose person sent their evaluation: without time, and without what they answered.';

create table evaluation_answers (
  evaluation_answer_id uuid primary key default gen_random_uuid(),
  event_question_id integer not null references event_questions,
  speaker_id integer references speakers on delete set null,
  about text not null default '',
  answer text not null
);
comment on table evaluation_answers is 'Answers of evaluations, each by itself: no row says whose it is, or which others came with it.';
comment on column evaluation_answers.speaker_id is 'The speaker that the question was about. Null: none, or deleted since.';
comment on column evaluation_answers.about is 'The name of that speaker when it was answered.';
create index evaluation_answers_of_question on evaluation_answers (event_question_id);
create index evaluation_answers_of_speaker on evaluation_answers (speaker_id) where speaker_id is not null;
