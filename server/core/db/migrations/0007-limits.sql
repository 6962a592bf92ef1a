-- Who has called how often in the current window; shared by all server processes, lost without harm.
create unlogged table limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
