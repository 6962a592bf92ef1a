-- When somebody has proven once more, in this session, who they are, and how; null: not since it began.
alter table sessions
  add column proven_at timestamptz,
  add column proven_by text check (proven_by in ('link', 'password'));
