-- The embedded identity provider. Nothing else reads these tables.
create table identity_subjects (
  subject uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  -- argon2id, PHC text; null for people who sign in by link.
  password_hash text
);

create table identity_codes (
  -- SHA-256 of the 32 random bytes in the link.
  code_hash bytea primary key,
  email text not null,
  purpose text not null check (purpose in ('sign-in', 'reset-password')),
  -- SHA-256 of address and 6 digits, for another device; null where none was mailed.
  digits_hash bytea,
  digits_tries integer not null default 0,
  expires_at timestamptz not null,
  -- Asking again makes the earlier one void.
  unique (email, purpose)
);

create table identity_keys (
  key_id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);
