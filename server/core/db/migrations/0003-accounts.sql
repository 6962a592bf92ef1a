create extension if not exists pg_trgm;

create table users (
  user_id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  role text not null default 'user' check (role in ('user', 'admin')),
  first_name text not null default '',
  last_name text not null default '',
  country text not null default '',
  state text not null default '',
  zip text not null default '',
  company_name text not null default '',
  -- Dial code, '||', digits; '' when none was given.
  phone text not null default '',
  registered_at timestamptz not null default now(),
  is_aop_member text not null default 'NO_INPUT' check (is_aop_member in ('YES', 'NO', 'NO_INPUT')),
  aopa_number text,
  aopa_skipped boolean not null default false,
  nbaa_number text,
  nbaa_skipped boolean not null default false,
  vai_number text,
  vai_skipped boolean not null default false,
  -- null: never asked.
  has_given_mailing_consent boolean,
  mailing_consent_at timestamptz,
  mailing_consent_event_name text,
  -- What the administrator's search box looks through.
  search_text text not null generated always as (
    lower(first_name || ' ' || last_name || ' ' || email)
  ) stored
);

create index users_search on users using gin (search_text gin_trgm_ops);

-- Who proved an address at which identity provider.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  primary key (issuer, subject)
);

create index user_identities_of_user on user_identities (user_id);

create table sessions (
  -- SHA-256 of the opaque token; the token itself is nowhere on the server.
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Every server process keeps the sessions it has seen; an ended session or a changed role tells them all.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', encode(old.token_hash, 'hex'));
  return null;
end $$;

create trigger session_ended after delete on sessions
  for each row execute function tell_session_ended();

create function tell_role_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_role_changed', new.user_id::text);
  return null;
end $$;

create trigger user_role_changed after update of role on users
  for each row when (old.role is distinct from new.role) execute function tell_role_changed();

-- Each answer about the mailing list, with the very text that was shown.
create table mailing_consents (
  mailing_consent_id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  is_given boolean not null,
  text_shown text not null,
  event_id integer,
  event_name text,
  answered_at timestamptz not null default now()
);

create index mailing_consents_of_user on mailing_consents (user_id);
