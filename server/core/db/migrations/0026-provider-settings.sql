-- Who trains and who signs, as administrators set it. Each time it is saved is a row of its own, never changed: the newest is what
-- new certificates say, and each certificate names the one that it was issued under.

-- The picture of a signature as a PDF carries it, made once when it is saved.
create table signatures (
  file_hash bytea primary key references files,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Deflated bytes of red, green and blue.
  colors bytea not null,
  -- A deflated byte a pixel; null: nothing shines through.
  opacity bytea
);

create table providers (
  -- Counts the versions from 1.
  provider_id integer primary key,
  provider_name text not null,
  -- null: the events mailbox of the configuration.
  contact text,
  signatory_name text not null,
  signatory_title text not null,
  signature_hash bytea references signatures,
  -- null: it came with the portal.
  saved_at timestamptz,
  saved_by uuid references users on delete set null
);

-- What was printed until now.
insert into providers (provider_id, provider_name, signatory_name, signatory_title) values
  (1, 'IA Renewal Seminars', 'Course Coordinator', 'Authorized representative of the training provider');

-- Append-only but for who has saved it, once they are gone.
create trigger append_only before delete or truncate
  or update of provider_id, provider_name, contact, signatory_name, signatory_title, signature_hash, saved_at on providers
  for each statement execute function refuse_change();

create trigger append_only before update or delete or truncate on signatures
  for each statement execute function refuse_change();

-- The number under which the FAA has accepted the course.
alter table events add column course_number text;

-- A default while it is added, so that no row is written anew.
alter table certificates
  add column provider_id integer not null default 1 references providers,
  add column course_number text;
alter table certificates alter column provider_id drop default;
