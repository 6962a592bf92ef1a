-- The second step of an administrator's sign-in. It is of the role: without it, nothing of this is left.
create table second_factors (
  user_id uuid primary key references administrators on delete cascade,
  switched_on_at timestamptz not null,
  -- Of the authenticator app, base32, never told again; null: passkeys only.
  app_secret text,
  -- The time step of the newest code that was used: neither it nor an earlier one is taken again.
  app_step bigint,
  -- Wrong codes within a day.
  wrong_tries integer not null default 0,
  tries_since timestamptz
);

-- The secret of an app that is being set up, until its first code has come.
create table second_factor_offers (
  user_id uuid primary key references administrators on delete cascade,
  app_secret text not null,
  expires_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  -- SHA-256 of the user's id and the code. A used one is deleted.
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Browsers on which the second step is not asked for.
create table remembered_devices (
  remembered_device_id integer generated always as identity primary key,
  user_id uuid not null references second_factors on delete cascade,
  -- SHA-256 of the cookie.
  token_hash bytea not null unique,
  device text not null,
  remembered_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);

create index remembered_devices_of_user on remembered_devices (user_id);

-- When a session has shown the second factor once more, for what wants it again.
create table second_factor_proofs (
  token_hash bytea primary key references sessions on delete cascade,
  proven_at timestamptz not null
);

-- What followed the password; null: nothing.
alter table sessions add column second_step text
  check (second_step in ('app', 'passkey', 'recovery-code', 'device'));
