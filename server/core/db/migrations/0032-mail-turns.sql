-- When the next mail may leave, where mails keep to a rate: one row, for all server processes; lost without harm.
create unlogged table mail_turns (
  is_only boolean primary key default true check (is_only),
  free_at timestamptz not null
);
