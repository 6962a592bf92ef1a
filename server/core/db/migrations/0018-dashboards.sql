-- The dashboard's figures of a season, as they were at most a minute ago: counting a million registrations takes a second.
create table dashboards (
  season integer primary key,
  figures jsonb not null,
  counted_at timestamptz not null,
  -- From then on they are counted anew for whoever asks.
  fresh_until timestamptz not null
);
