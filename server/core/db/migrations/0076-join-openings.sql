-- When somebody opened their join link and was sent to the webinar. It supports what a report says, and never credits hours.
create table join_openings (
  registration_id integer not null references registrations on delete cascade,
  webinar_id text not null,
  opened_at timestamptz not null
);
-- At most one row a minute, however often somebody reloads.
create unique index join_openings_of_registration on join_openings
  (registration_id, webinar_id, date_bin('1 minute', opened_at, timestamptz '2020-01-01 00:00:00Z'));
comment on table join_openings is 'When somebody opened their join link and was sent to the webinar, at most once a minute. Append-only. It supports attendance reports, and never credits hours.';

create trigger append_only before update or truncate on join_openings
  for each statement execute function refuse_change();
create function refuse_change_of_join_opening() returns trigger language plpgsql as $$
begin
  if old.opened_at < now() - interval '3 years'
    or not exists (select from registrations where registration_id = old.registration_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change_of_join_opening() is 'Append-only: an opening goes after three years, or with its registration.';
create trigger append_only_row before delete on join_openings
  for each row execute function refuse_change_of_join_opening();
