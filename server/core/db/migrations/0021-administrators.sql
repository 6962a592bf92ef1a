-- Who has been given the administrator's role, by whom, and whether they have come in since.
create table administrators (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null default now(),
  -- null: the portal at its start, or somebody who has deleted their account.
  invited_by uuid references users on delete set null,
  -- Of the first sign-in with the rights of the role; null: invited only.
  accepted_at timestamptz,
  -- Of the newest one.
  signed_in_at timestamptz
);

create index administrators_invited_by on administrators (invited_by) where invited_by is not null;

insert into administrators (user_id, since, accepted_at)
select user_id, registered_at, registered_at from users where role = 'admin';
