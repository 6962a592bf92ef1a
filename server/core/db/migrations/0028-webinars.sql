-- Everybody whom the webinar platform is to know, or to forget: a row for a registration and a webinar.
create table webinar_registrants (
  registration_id integer not null references registrations on delete cascade,
  webinar_id text not null,
  -- As the platform was told, in lower case.
  email text not null,
  -- wanted: to be registered there. unwanted: to be taken off. pending: somebody over there has to approve. deferred: not
  -- before try_at. delinking, delinked: taken off on purpose, until the next sync.
  state text not null
    check (state in ('wanted', 'registered', 'pending', 'refused', 'deferred', 'unwanted', 'delinking', 'delinked')),
  -- The platform was asked, and may have done it: it is looked at before it is asked again.
  is_asked boolean not null default false,
  registrant_id text,
  join_url text,
  -- Why it is refused or deferred, in the platform's words.
  problem text not null default '',
  try_at timestamptz,
  -- Counts the claims; the newest alone may note what the platform said.
  attempts integer not null default 0,
  leased_until timestamptz,
  -- The sync or delink that it was last part of, and what came of it there; null: not yet.
  webinar_sync_id uuid,
  outcome text check (outcome in ('added', 'matched', 'removed', 'refused', 'deferred')),
  primary key (registration_id, webinar_id)
);

-- What the platform has not heard of yet; of the many that are registered it holds none.
create index webinar_registrants_open on webinar_registrants (try_at) where state in ('wanted', 'unwanted', 'deferred', 'delinking');
create index webinar_registrants_of_email on webinar_registrants (webinar_id, email);
create index webinar_registrants_of_sync on webinar_registrants (webinar_sync_id) where webinar_sync_id is not null;

-- A slot whose people are all registered at the platform, or all taken off.
create table webinar_syncs (
  webinar_sync_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('sync', 'delink')),
  event_slot_id integer not null references event_slots,
  webinar_id text not null,
  uses_email_as_name boolean not null default false,
  started_by uuid references users on delete set null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- It ended before everybody was looked at, as the problem says.
  is_stopped boolean not null default false,
  -- While it runs: why it waits.
  problem text not null default ''
);

-- One at a time for a slot.
create unique index one_webinar_sync on webinar_syncs (event_slot_id) where ended_at is null;
create index webinar_syncs_of_slot on webinar_syncs (event_slot_id, started_at desc);

-- Part of the portal's own link to join by. Unguessable, and always read beside the registration's id.
alter table registrations add column join_code uuid not null default gen_random_uuid();

-- The embedded stand-in for a webinar platform: whom it has registered, and who was in its room from when to when.
create table webinar_room_registrants (
  registrant_id uuid primary key default gen_random_uuid(),
  webinar_id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  registered_at timestamptz not null default now(),
  unique (webinar_id, email)
);

create table webinar_room_visits (
  webinar_room_visit_id bigint generated always as identity primary key,
  registrant_id uuid not null references webinar_room_registrants on delete cascade,
  joined_at timestamptz not null,
  left_at timestamptz not null
);

create index webinar_room_visits_of_registrant on webinar_room_visits (registrant_id, joined_at desc);
