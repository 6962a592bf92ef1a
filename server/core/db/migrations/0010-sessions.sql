-- How a session began, by what proof, on what, and when it was last used: who began it by a mailed link has no administrator's rights.
alter table sessions
  -- Nobody knows how the earlier ones began, so they get the lesser rights.
  add column began_by text not null default 'link' check (began_by in ('link', 'password')),
  -- SHA-256 of the ID token, without its signature.
  add column proof_hash bytea,
  -- Browser and system in plain words; '' when unknown.
  add column device text not null default '',
  add column last_seen_at timestamptz not null default now();

-- ID tokens that began a session which has ended: they begin no other. Kept for longer than a token lives.
create table spent_proofs (
  proof_hash bytea primary key,
  spent_at timestamptz not null
);

-- A new password voids what was proven before it.
alter table identity_subjects add column valid_from timestamptz;

-- Asking again leaves earlier codes valid; using one voids the others. The digits are 8 now.
alter table identity_codes drop constraint identity_codes_email_purpose_key;
create index identity_codes_of_email on identity_codes (email);

-- Wrong digits typed for an address within a day, over all its codes.
create table identity_wrong_digits (
  email text primary key,
  tries integer not null,
  since timestamptz not null
);
