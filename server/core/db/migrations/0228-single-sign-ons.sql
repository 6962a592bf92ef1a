-- Expands.
alter table sessions
  drop constraint sessions_began_by_check,
  add constraint sessions_began_by_check check (began_by in ('link', 'password', 'passkey', 'single-sign-on')),
  drop constraint sessions_proven_by_check,
  add constraint sessions_proven_by_check check (proven_by in ('link', 'password', 'single-sign-on'));

create table single_sign_ons (
  token_hash bytea primary key references sessions on delete cascade,
  issuer text not null,
  subject text not null,
  refresh_token text not null,
  checked_at timestamptz not null,
  claimed_at timestamptz
);
create index single_sign_ons_by_check on single_sign_ons (checked_at);
comment on table single_sign_ons is 'The sessions that began by single sign-on. Each is checked at its provider.';
comment on column single_sign_ons.subject is 'The person at the provider.';
comment on column single_sign_ons.refresh_token is 'Encrypted by a key from OIDC_CLIENT_SECRET. Only the newest one works.';
comment on column single_sign_ons.checked_at is 'When the provider last confirmed the account.';
comment on column single_sign_ons.claimed_at is 'When a process began to check it. Null: not since.';
