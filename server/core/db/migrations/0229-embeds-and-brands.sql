create table embed_sites (
  site text primary key check (char_length(site) <= 300),
  added_at timestamptz not null default now(),
  added_by uuid references users on delete set null
);
comment on table embed_sites is 'The origins of the websites that may show the events in a frame.';
create index embed_sites_added_by on embed_sites (added_by);

create table brands (
  brand_id integer primary key,
  portal_name text not null,
  logo_hash bytea references files,
  logo_ratio real check (logo_ratio > 0),
  main_color text not null check (main_color ~ '^(#[0-9a-f]{6})?$'),
  band_color text not null check (band_color ~ '^(#[0-9a-f]{6})?$'),
  saved_at timestamptz not null default now(),
  saved_by uuid references users on delete set null,
  check ((logo_hash is null) = (logo_ratio is null))
);
comment on table brands is 'The versions of the name, logo and colors of the portal; the newest counts. None: those that came with it.';
comment on column brands.portal_name is 'Empty: the name that came with the portal.';
comment on column brands.logo_ratio is 'The width of the logo divided by its height.';
comment on column brands.main_color is 'The color of links and buttons. Empty: the one that came with the portal.';
comment on column brands.band_color is 'The color of headers. Empty: the one that came with the portal.';
create index brands_saved_by on brands (saved_by);
create index brands_logo_hash on brands (logo_hash);
