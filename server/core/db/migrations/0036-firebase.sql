-- Firebase as the identity provider: what the portal keeps of those who prove their address there.
-- Of each sign-in by password: whether it still holds is asked every few minutes, as long as its session lives.
create table identity_refresh_tokens (
  -- SHA-256 of the portal's own ID token about it, without its signature.
  proof_hash bytea primary key,
  -- SHA-256 of the address.
  address_hash bytea not null,
  refresh_token text not null,
  proven_at timestamptz not null,
  renewed_at timestamptz not null
);
create index identity_refresh_tokens_of_address on identity_refresh_tokens (address_hash);

create table identity_addresses (
  address_hash bytea primary key,
  -- A new password, or forgetting the address, voids what was proven before it.
  valid_from timestamptz,
  -- The account at Firebase of which no password is left from before its mailbox was proven.
  settled_subject text,
  seen_at timestamptz not null
);
