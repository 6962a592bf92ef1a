-- What the foreign keys below name: a slot together with its event.
alter table event_slots add unique (event_id, event_slot_id);

create table registrations (
  registration_id integer generated always as identity primary key,
  user_id uuid not null references users,
  event_id integer not null references events,
  event_slot_id integer not null,
  registered_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- Counts the moves to another slot, so that each is confirmed once.
  moves integer not null default 0,
  join_url text,
  -- Hours credited by the certificate that its link serves.
  hours integer not null default 0 check (hours between 0 and 8),
  -- 128 random bits: the certificate's link, the same for all its issues.
  certificate_code text unique,
  foreign key (event_id, event_slot_id) references event_slots (event_id, event_slot_id)
);

-- One registration per person and event.
create unique index one_registration on registrations (user_id, event_id) where cancelled_at is null;
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

create function count_registration(slot integer, change integer) returns void language sql as $$
  insert into registration_counts as kept (event_slot_id, shard, registrations)
  values (slot, pg_backend_pid() % 32, change)
  on conflict (event_slot_id, shard) do update set registrations = kept.registrations + change
$$;

create function count_registrations() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.cancelled_at is null then
    perform count_registration(old.event_slot_id, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.cancelled_at is null then
    perform count_registration(new.event_slot_id, 1);
  end if;
  return null;
end $$;

create trigger count_registrations after insert or delete or update of event_slot_id, cancelled_at on registrations
  for each row execute function count_registrations();

-- Who did what to a registration, and when.
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
