-- Changes of email: asked for, until the link that was mailed to the new one is used; then made, until they can't be undone.
create table user_email_changes (
  -- Counts up for each person: an undo takes the later ones back with it.
  user_email_change_id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- null: asked for only. Else what the email was before: reserved for this person until the change can't be undone.
  old_email text,
  -- SHA-256 of the 32 random bytes in the link that confirms the change, and once it is made, of the one that undoes it.
  code_hash bytea not null unique,
  -- When that link does.
  expires_at timestamptz not null
);

create unique index one_asked_email_change on user_email_changes (user_id) where old_email is null;
create index user_email_changes_of_user on user_email_changes (user_id);
create index user_email_changes_of_email on user_email_changes (old_email) where old_email is not null;
