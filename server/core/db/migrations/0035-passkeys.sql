-- WebAuthn credentials: what somebody signs in with, or the second factor of an administrator.
create table passkeys (
  passkey_id integer generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  -- Whose second factor it is, and gone with it; null: a person's own.
  factor_of uuid references second_factors on delete cascade,
  -- As WebAuthn writes it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  check (factor_of is null or factor_of = user_id)
);

create index passkeys_of_user on passkeys (user_id);
create index passkeys_factor_of on passkeys (factor_of) where factor_of is not null;

-- What an authenticator was asked to sign: once, within minutes, for one thing.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'add', 'add-factor', 'prove')),
  -- Whom it was given to; null: whoever signs in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);

create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);

alter table sessions drop constraint sessions_began_by_check;
alter table sessions add constraint sessions_began_by_check check (began_by in ('link', 'password', 'passkey'));
