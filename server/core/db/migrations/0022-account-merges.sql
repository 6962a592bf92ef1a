-- Two accounts of one person become one, and can be taken apart again for 30 days.

-- Whose account this one has become a part of: it holds nothing any more and nobody signs in to it. Who acted as it, and what
-- was told of it, stays told.
alter table users add column merged_into uuid references users on delete cascade;
create index users_merged on users (merged_into) where merged_into is not null;

create table account_merges (
  account_merge_id integer generated always as identity primary key,
  kept_id uuid not null references users on delete cascade,
  absorbed_id uuid not null references users on delete cascade,
  -- What it was signed in to with: nobody else's as long as the merge can be undone.
  absorbed_email text not null,
  merged_at timestamptz not null,
  merged_by uuid references users on delete set null,
  undone_at timestamptz,
  -- What undoing it needs.
  trace jsonb not null
);

create unique index one_account_merge on account_merges (absorbed_id) where undone_at is null;
create index account_merges_of_kept on account_merges (kept_id);
create index account_merges_of_absorbed on account_merges (absorbed_id);
create index account_merges_of_email on account_merges (absorbed_email) where undone_at is null;
create index account_merges_by on account_merges (merged_by) where merged_by is not null;

-- The kept count is of accounts that are one's own.
create or replace function count_users() returns trigger language plpgsql as $$
begin
  insert into user_counts as kept (shard, users, changes)
  select pg_backend_pid() % 32, case when tg_op = 'INSERT' then count(*) else -count(*) end, count(*)
  from changed where merged_into is null
  having count(*) > 0
  on conflict (shard) do update set users = kept.users + excluded.users, changes = kept.changes + excluded.changes;
  return null;
end $$;

create function count_merge_of_user() returns trigger language plpgsql as $$
declare
  change integer := (new.merged_into is null)::integer - (old.merged_into is null)::integer;
begin
  insert into user_counts as kept (shard, users, changes) values (pg_backend_pid() % 32, change, 1)
  on conflict (shard) do update set users = kept.users + excluded.users, changes = kept.changes + 1;
  return null;
end $$;

create trigger count_merged after update on users for each row
  when ((old.merged_into is null) <> (new.merged_into is null))
  execute function count_merge_of_user();
