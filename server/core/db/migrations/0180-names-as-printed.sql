-- A certificate waits if no font has a letter of its person's name.
alter table users
  add column printed_name text not null default '',
  add column unprintable_letters text not null default '';
comment on column users.printed_name is 'The name on certificates, if it is another one than first and last name. Empty: those.';
comment on column users.unprintable_letters is 'The letters of the name on certificates that no font has. Certificates wait while there are any.';
create index users_unprintable on users (user_id) where unprintable_letters <> '';
