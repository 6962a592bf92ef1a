-- An administrator says that two accounts only look like one person's.
create table distinct_accounts (
  user_id uuid not null references users on delete cascade,
  other_id uuid not null references users on delete cascade,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id < other_id)
);
comment on table distinct_accounts is 'Pairs of accounts of two people with the same name and phone or ZIP, such as father and son. The hint that they may be one person is hidden.';
comment on column distinct_accounts.other_id is 'The greater of the two ids, so that a pair is stored once.';
create index distinct_accounts_of_other on distinct_accounts (other_id);
create index distinct_accounts_by on distinct_accounts (decided_by) where decided_by is not null;
