-- What the foreign keys below name: a slot together with its event.
alter table event_slots add unique (event_id, event_slot_id);

create table registrations (
  registration_id integer generated always as identity primary key,
  user_id uuid not null references users,
  event_id integer not null,
  event_slot_id integer not null,
  registered_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- Counts the moves to another slot, so that each is confirmed once.
  moves integer not null default 0,
  join_url text,
  -- Hours credited by the certificate that its link serves.
  hours integer not null default 0 check (hours between 0 and 8),
  -- 128 random bits: the certificate's link, the same for all its issues.
  certificate_code text,
  foreign key (event_id, event_slot_id) references event_slots (event_id, event_slot_id)
);

-- One registration per person and event.
create unique index one_registration on registrations (user_id, event_id) where cancelled_at is null;
create unique index one_certificate_code on registrations (certificate_code) where certificate_code is not null;
create index registrations_newest on registrations (registered_at desc, registration_id desc)
  where cancelled_at is null;
create index registrations_of_slot on registrations (event_slot_id, registered_at desc, registration_id desc)
  where cancelled_at is null;

-- Kept counts, so that a list of 100,000 need not be counted for every page. Each database session adds to a row of its
-- own, so that a thousand people registering for one slot don't wait for one row.
create table registration_counts (
  event_slot_id integer not null references event_slots on delete cascade,
  shard integer not null,
  registrations integer not null,
  primary key (event_slot_id, shard)
) with (fillfactor = 50);

-- Summed and in the order of the slots, so that two that move against each other don't wait for one another for ever.
create function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, pg_backend_pid() % 32, count(*) from come where cancelled_at is null group by 1 order by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  elsif tg_op = 'DELETE' then
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, pg_backend_pid() % 32, -count(*) from gone where cancelled_at is null group by 1 order by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  else
    insert into registration_counts as kept (event_slot_id, shard, registrations)
    select event_slot_id, pg_backend_pid() % 32, sum(change)
    from (
      select event_slot_id, 1 as change from come where cancelled_at is null
      union all select event_slot_id, -1 from gone where cancelled_at is null
    ) changes
    group by 1 having sum(change) <> 0 order by 1
    on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  end if;
  return null;
end $$;

create trigger count_inserted after insert on registrations
  referencing new table as come for each statement execute function count_registrations();
create trigger count_updated after update on registrations
  referencing old table as gone new table as come for each statement execute function count_registrations();
create trigger count_deleted after delete on registrations
  referencing old table as gone for each statement execute function count_registrations();

-- Who did what to a registration, and when; that somebody registered for themselves is in the registration's own row.
create table registration_activities (
  registration_activity_id bigint generated always as identity primary key,
  registration_id integer not null references registrations,
  activity text not null check (activity in ('registered', 'moved', 'cancelled', 'certificate-issued', 'certificate-mailed')),
  -- Who acted: the person or an administrator.
  user_id uuid not null references users,
  details jsonb not null default '{}',
  acted_at timestamptz not null default now()
);

create index registration_activities_of_registration on registration_activities (registration_id);
