create table focuses (
  focus_id integer primary key,
  focus_name text not null unique
);

insert into focuses values (1, 'Rotorcraft'), (2, 'Piston'), (3, 'Turbine'), (4, 'South Carolina');

-- Logos and other pictures, by the SHA-256 of their bytes.
create table files (
  file_hash bytea primary key,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  bytes bytea not null,
  created_at timestamptz not null default now()
);

create table events (
  event_id integer generated always as identity primary key,
  event_name text not null,
  -- A JSON text holding eventLogoLink, as the wire carries it.
  description text not null default '{}',
  video_link text,
  is_enabled boolean not null default true,
  featured_sponsor_id integer,
  created_at timestamptz not null default now()
);

-- Dates and times are Eastern wall-clock.
create table event_slots (
  event_slot_id integer generated always as identity primary key,
  event_id integer not null references events,
  focus_id integer not null references focuses,
  start_on date not null,
  end_on date not null,
  start_time time not null,
  end_time time not null,
  webinar_id text,
  check (end_on >= start_on and end_time > start_time)
);

create index event_slots_of_event on event_slots (event_id);

create table speakers (
  speaker_id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  logo text not null,
  name text not null,
  day integer not null check (day in (1, 2)),
  event_name text not null default '',
  event_details text not null default '',
  presenter_name text not null default '',
  presenter_designation text not null default '',
  presenter_details text not null default '',
  youtube_video_link text,
  contact_website text,
  contact_email text
);

create index speakers_of_event on speakers (event_id);

create table sponsors (
  sponsor_id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  logo text not null,
  name text not null,
  description text not null default '',
  contact_website text,
  contact_email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (event_id, sponsor_id)
);

-- The featured sponsor is one of the event's own.
alter table events add foreign key (event_id, featured_sponsor_id)
  references sponsors (event_id, sponsor_id) on delete set null (featured_sponsor_id);

-- Every server process keeps the finished list of events; any change to it tells them all.
create function tell_events_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('events_changed', '');
  return null;
end $$;

create trigger events_changed after insert or update or delete or truncate on events
  for each statement execute function tell_events_changed();
create trigger events_changed after insert or update or delete or truncate on event_slots
  for each statement execute function tell_events_changed();
create trigger events_changed after insert or update or delete or truncate on speakers
  for each statement execute function tell_events_changed();
create trigger events_changed after insert or update or delete or truncate on sponsors
  for each statement execute function tell_events_changed();
