-- When the staff were last told of a person's registration for an event: once an hour at most.
create table staff_notices (
  user_id uuid not null references users on delete cascade,
  event_id integer not null references events on delete cascade,
  told_at timestamptz not null,
  primary key (user_id, event_id)
);
