-- Packs of records for inspectors, and the links by which they read them.
create table inspection_packs (
  inspection_pack_id integer generated always as identity primary key,
  event_id integer references events,
  event_slot_id integer references event_slots,
  user_id uuid references users on delete set null,
  season integer,
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done_files integer not null default 0,
  all_files integer not null default 0,
  problem text not null default '',
  ended_at timestamptz,
  sha256 bytea,
  bytes bigint,
  summary jsonb,
  check (num_nonnulls(event_id, event_slot_id, user_id, season) <= 1),
  check ((state in ('done', 'failed')) = (ended_at is not null)),
  check ((state = 'done') = (sha256 is not null and bytes is not null and summary is not null))
);
create unique index one_inspection_pack on inspection_packs ((true)) where state in ('waiting', 'running');
create index inspection_packs_of_user on inspection_packs (user_id) where user_id is not null;
comment on table inspection_packs is 'Packs of records for inspectors: of one event, slot, person or renewal year.';
comment on column inspection_packs.user_id is 'null, as the other three: it was about somebody who has deleted their account.';
comment on column inspection_packs.season is 'The year in which the renewal year ends.';
comment on column inspection_packs.sha256 is 'The hash of the whole zip file.';
comment on index one_inspection_pack is 'One pack is made at a time.';

create table inspection_pack_pieces (
  inspection_pack_id integer not null references inspection_packs on delete cascade,
  place integer not null,
  piece bytea not null,
  primary key (inspection_pack_id, place)
);
alter table inspection_pack_pieces alter column piece set storage external;
comment on table inspection_pack_pieces is 'The bytes of a pack in order, while they are kept.';

create table inspection_links (
  inspection_link_id integer generated always as identity primary key,
  inspection_pack_id integer not null references inspection_packs on delete cascade,
  code_hash bytea not null unique,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  openings integer not null default 0,
  last_opened_at timestamptz,
  check (expires_at > created_at)
);
create index inspection_links_of_pack on inspection_links (inspection_pack_id);
create index inspection_links_of_creator on inspection_links (created_by) where created_by is not null;
comment on table inspection_links is 'Links by which somebody reads a pack without an account.';
comment on column inspection_links.code_hash is 'The SHA-256 of the code in the link, which is told once.';
