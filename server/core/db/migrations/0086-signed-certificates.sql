-- Certificates that verify themselves: the keys that sign them, and what was signed.
create table signing_keys (
  key_id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null
);
comment on table signing_keys is 'The keys that sign for the portal. The newest one signs; all are published, so that older signatures stay valid.';
create table certificate_credentials (
  certificate_id integer primary key references certificates on delete cascade,
  key_id text not null references signing_keys,
  jws text not null
);
comment on table certificate_credentials is 'The signed credential of an issue of a certificate, as it was handed out.';
comment on column certificate_credentials.jws is 'An Open Badges 3.0 credential as a compact JWS.';
create trigger append_only before update or truncate on certificate_credentials
  for each statement execute function refuse_change();
