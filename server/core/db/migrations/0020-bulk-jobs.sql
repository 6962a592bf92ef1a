-- The same done to many registrations, one after the other, by a background job that goes on after a restart.
create table bulk_jobs (
  bulk_job_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('credit', 'mail-certificates', 'move', 'delete')),
  -- What is done, as the contract's `BulkAction` says it.
  action jsonb not null,
  source text not null default 'administrator' check (source in ('administrator', 'csv')),
  -- Which other one it takes back.
  undoes uuid unique references bulk_jobs,
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  stopped_at timestamptz,
  finished_at timestamptz,
  total integer not null
);

create index bulk_jobs_newest on bulk_jobs (asked_at desc);
create index bulk_jobs_unfinished on bulk_jobs (bulk_job_id) where finished_at is null;
create index bulk_jobs_of_asker on bulk_jobs (asked_by) where asked_by is not null;

create table bulk_job_items (
  bulk_job_id uuid not null references bulk_jobs on delete cascade,
  -- From 1, in the order they are done.
  place integer not null,
  -- Whoever it belongs to may delete their account meanwhile.
  registration_id integer references registrations on delete set null,
  -- null: it waits; else 'done', 'unchanged', 'stopped' or the code of a refusal.
  outcome text,
  -- What undoing it needs, or the mail that it has written.
  trace jsonb not null,
  primary key (bulk_job_id, place)
);

create index bulk_job_items_waiting on bulk_job_items (bulk_job_id, place) where outcome is null;
create index bulk_job_items_of_registration on bulk_job_items (registration_id) where registration_id is not null;

-- The same as before, for all credits of a statement at once: a list of thousands comes in one.
drop trigger keep_credit on credits;

create or replace function keep_credit() returns trigger language plpgsql as $$
begin
  update registrations r
  set hours = newest.minutes / 60, version = version + 1,
    certificate_code = case when newest.minutes >= 60 then certificate_code end
  from (select distinct on (registration_id) registration_id, minutes from come order by registration_id, credit_id desc) newest
  where r.registration_id = newest.registration_id;
  return null;
end $$;

create trigger keep_credit after insert on credits
  referencing new table as come for each statement execute function keep_credit();
