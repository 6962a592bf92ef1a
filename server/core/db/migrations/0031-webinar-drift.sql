-- How long the platform is owed a registrant, whoever changes the state.
alter table webinar_registrants add column state_since timestamptz not null default now();

create function note_registrant_state() returns trigger language plpgsql as $$
begin
  new.state_since := now();
  return new;
end $$;

create trigger registrant_state_changed before update of state on webinar_registrants
  for each row when (old.state is distinct from new.state) execute function note_registrant_state();

-- How a slot's registrations compare with its webinar at the platform.
create table webinar_comparisons (
  event_slot_id integer primary key references event_slots on delete cascade,
  -- Asked for, and not done yet.
  asked_at timestamptz,
  -- null: never compared; otherwise the figures and differences are from then, and about this webinar.
  compared_at timestamptz,
  webinar_id text,
  people_here integer not null default 0,
  people_there integer not null default 0,
  -- Why it could not be compared since, in the platform's words.
  problem text not null default ''
);

-- Each person about whom the two say different things, as the newest comparison found them.
create table webinar_differences (
  webinar_difference_id integer generated always as identity primary key,
  event_slot_id integer not null references webinar_comparisons on delete cascade,
  kind text not null check (kind in ('only-here', 'only-there', 'different')),
  registration_id integer references registrations on delete cascade,
  registrant_id text,
  email text not null,
  name text not null,
  -- What differs, and what either side says, in words.
  words text not null,
  -- Somebody has asked for it to be repaired.
  repair_asked_at timestamptz,
  problem text not null default ''
);

create index webinar_differences_of_slot on webinar_differences (event_slot_id, kind, email);
create index webinar_differences_of_registration on webinar_differences (registration_id) where registration_id is not null;
