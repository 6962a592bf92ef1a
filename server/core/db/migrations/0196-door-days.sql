-- The days on which an account of the front desk opened the list of the door.
create table door_days (
  user_id uuid not null references users on delete cascade,
  day_on date not null,
  opened_at timestamptz not null,
  primary key (user_id, day_on)
);
comment on table door_days is 'When an account of the front desk first opened the list of a day. Later it may send the scans of that day from then on only.';
comment on column door_days.day_on is 'The Eastern day.';
