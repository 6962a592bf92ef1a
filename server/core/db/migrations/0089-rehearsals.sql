-- The rehearsals of unpublished events. Each ran in a database of its own, so nothing else of them is here.
create table rehearsals (
  rehearsal_id integer generated always as identity primary key,
  event_id integer not null references events,
  people integer not null check (people > 0),
  seed integer not null,
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress text not null default '',
  result jsonb,
  problem text not null default '',
  ended_at timestamptz,
  check ((state in ('done', 'failed')) = (ended_at is not null)),
  check ((state = 'done') = (result is not null))
);
create unique index one_rehearsal on rehearsals ((true)) where state in ('waiting', 'running');
create index rehearsals_of_event on rehearsals (event_id, rehearsal_id desc);
comment on column rehearsals.progress is 'The step that runs now, in a sentence.';
comment on column rehearsals.problem is 'The reason of a failure, in a sentence.';
comment on column rehearsals.asked_by is 'null: they have deleted their account.';
comment on index one_rehearsal is 'One rehearsal runs at a time.';
