-- The database, as all migrations up to 0234-certificates-put-back.sql leave it. A new database loads this file.
-- Functions, tables with their indexes and triggers, functions that read tables, views, and the rows of a new database. A table
-- follows those that it refers to.
-- Written by `npm run schema`. To change it, add a migration; comments are `comment on …` in a migration, too.

create extension if not exists pg_trgm;

-- Refuses to change or delete a row. Foreign keys may, which act at a deeper level: a row goes with what it belongs to, and loses the name of a person who has deleted their account. Arguments allow more: the deletion of a row three years after a time, a column that may become empty, and one that may be filled once.
create function append_only() returns trigger language plpgsql as $$
declare
  kept_from text := (select substr(argument, 11) from unnest(tg_argv) argument where argument like 'kept from %');
  is_over boolean;
begin
  if tg_op = 'DELETE' then
    if kept_from is not null then
      execute format('select ($1).%I < now() - interval ''3 years''', kept_from) into is_over using old;
    end if;
    if is_over or pg_trigger_depth() > 1 then
      return old;
    end if;
  elsif pg_trigger_depth() > 1 or (
    select bool_and(
      key || ' may go' = any(tg_argv) and coalesce(now.value, '') = ''
      or key || ' once' = any(tg_argv) and before.value is null
    )
    from jsonb_each_text(to_jsonb(new)) now join jsonb_each_text(to_jsonb(old)) before using (key)
    where now.value is distinct from before.value
  ) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Notes the transaction of each change of a registration. Adds to registration_counts, for each slot to a shard of its own, so that registrations do not wait for one another. Tells every process that the list of events shows another number of seats.
create function count_registrations() returns trigger language plpgsql as $$
declare
  changes registration_counts[];
begin
  if tg_op = 'INSERT' then
    insert into registration_changes (registration_id) select registration_id from come
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    changes := array(
      select row(event_slot_id, free_shard(event_slot_id), count(*))::registration_counts
      from come where cancelled_at is null and user_id is not null group by event_slot_id
    );
  elsif tg_op = 'DELETE' then
    insert into registration_changes (registration_id) select registration_id from gone
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    changes := array(
      select row(event_slot_id, free_shard(event_slot_id), -count(*))::registration_counts
      from gone where cancelled_at is null and user_id is not null group by event_slot_id
    );
  else
    insert into registration_changes (registration_id) select registration_id from come
    on conflict (registration_id) do update set changed_in = excluded.changed_in;
    changes := array(
      select row(event_slot_id, free_shard(event_slot_id), sum(change))::registration_counts
      from (
        select come.event_slot_id, 1 as change from come join gone using (registration_id)
        where come.cancelled_at is null and come.user_id is not null
          and (gone.event_slot_id, gone.user_id, gone.cancelled_at) is distinct from (come.event_slot_id, come.user_id, null)
        union all
        select gone.event_slot_id, -1 from gone join come using (registration_id)
        where gone.cancelled_at is null and gone.user_id is not null
          and (come.event_slot_id, come.user_id, come.cancelled_at) is distinct from (gone.event_slot_id, gone.user_id, null)
      ) moves
      group by event_slot_id
    );
  end if;
  insert into registration_counts as kept select * from unnest(changes)
  on conflict (event_slot_id, shard) do update set registrations = kept.registrations + excluded.registrations;
  -- The list of events shows the seats when at most 20 are left.
  if exists (
    select from unnest(changes), seats_left(event_slot_id) seats where least(seats, seats + registrations) <= 20
  ) then
    perform pg_notify('events_changed', '');
  end if;
  return null;
end $$;

-- The courses that a day of a slot has between its breaks, as plannedBegins in contract/events/slots. An hour is one course or two.
create function courses_of_day(start_time time, end_time time, breaks jsonb, courses_an_hour integer) returns integer language plpgsql immutable parallel safe as $$
declare
  period interval := interval '60 minutes' / courses_an_hour;
  taught interval := interval '50 minutes' / courses_an_hour;
  -- Intervals, because a time would begin again at midnight.
  begins interval := start_time::interval;
  ends interval := end_time::interval;
  reached interval;
  courses integer := 0;
begin
  while begins + taught <= ends loop
    select (pause->>'to')::interval into reached from jsonb_array_elements(breaks) pause
    where (pause->>'from')::interval < begins + taught and begins < (pause->>'to')::interval
    limit 1;
    if found then
      begins := reached;
    else
      courses := courses + 1;
      begins := begins + period;
    end if;
  end loop;
  return courses;
end $$;

-- The emails in texts, in lower case, without invisible characters; also without a quotation mark, slash or = before them.
create function emails_in(cells text[]) returns text[] language sql immutable as $$
  select array(
    select distinct email
    from unnest(cells) cell,
      regexp_matches(
        lower(regexp_replace(cell, '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g')),
        '[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+', 'g'
      ) found,
      unnest(array[found[1], ltrim(found[1], '''/=')]) email
    where cell like '%@%'
  )
$$;

-- A text as searches compare it: no accents, apostrophes or capitals, a space before each word, phone numbers without signs.
create function folded(written text) returns text language sql immutable parallel safe return regexp_replace(regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(normalize(translate(written, '''’‘ʼʻ`´′', ''), nfkd), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđÐðĦħŦŧıÆŒÞẞ', 'oollddddhhttiæœþß')), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'), '(?<=\d)[-+()./]+(?=\d)|[+(]+(?=\d)|(?<=\d)\)', '', 'g'), '([^[:alnum:][:space:]])(?=[[:alnum:]])', '\1 ', 'g');

-- Ends the wait of a person for the slot that they are registered for, and notes it in the history. Takes email and join URL from the identities of somebody who deletes their account; the registrant id stays, because their visits are evidence of their hours.
create function follow_registration() returns trigger language plpgsql as $$
begin
  if new.user_id is null then
    update platform_identities set email = null, join_url = null where registration_id = new.registration_id;
  -- Most people wait for nothing.
  elsif exists (
    select from waitlist_entries
    where event_slot_id = new.event_slot_id and user_id = new.user_id and state in ('waiting', 'offered')
  ) then
    with settled as (
      update waitlist_entries w set state = 'taken'
      from waitlist_entries before
      where before.waitlist_entry_id = w.waitlist_entry_id and w.event_slot_id = new.event_slot_id
        and w.user_id = new.user_id and w.state in ('waiting', 'offered')
      returning before.state
    )
    insert into activities (activity, user_id, event_id, details)
    select case state when 'offered' then 'seat-taken' else 'waitlist-registered' end, new.user_id, new.event_id,
      jsonb_build_object('eventSlotId', new.event_slot_id)
    from settled;
    perform pg_notify('events_changed', '');
  end if;
  return null;
end $$;

-- Notes the transaction of each change of a user. Tells every process that a role changed, or that a deleted user may have left a seat.
create function follow_user() returns trigger language plpgsql as $$
begin
  insert into user_changes (user_id) values (coalesce(new.user_id, old.user_id))
  on conflict (user_id) do update set changed_in = excluded.changed_in;
  if tg_op = 'DELETE' then
    -- Their wait for a seat is gone with them.
    perform pg_notify('events_changed', '');
  elsif tg_op = 'UPDATE' and new.role <> old.role then
    perform pg_notify('user_role_changed', new.user_id::text);
  end if;
  return null;
end $$;

-- Locks and returns a shard of registration_counts that no other transaction has locked. Waits for none: returns a new one if all are locked.
create function free_shard(slot integer) returns integer language plpgsql as $$
begin
  return coalesce(
    (select shard from registration_counts where event_slot_id = slot limit 1 for no key update skip locked),
    floor(random() * 2147483647)::integer
  );
end $$;

-- Keeps hours, certificate link and version of registrations as the standing credit says, so that lists can sort by them.
create function keep_credit() returns trigger language plpgsql as $$
begin
  update registrations r
  set hours = coalesce(standing.hours, 0), version = version + 1, credited_days = standing.by_day,
    certificate_code = case when standing.hours > 0 then certificate_code end
  from (select distinct registration_id from come) changed
  left join lateral (
    select c.hours, by_day from standing_credit(changed.registration_id) c join credits using (credit_id)
  ) standing on true
  where r.registration_id = changed.registration_id;
  return null;
end $$;

-- Notes since when a registrant has their state. Appends the identity that an answer of the webinar platform made known, or ended.
create function note_registrant() returns trigger language plpgsql as $$
declare
  is_lost boolean := new.registrant_id is null and new.join_url is null;
begin
  if tg_op = 'UPDATE' and new.state <> old.state then
    new.state_since := now();
  end if;
  if coalesce(new.registrant_id, new.join_url, old.join_url) is not null
    and (new.registrant_id, new.email, new.join_url) is distinct from (old.registrant_id, old.email, old.join_url) then
    insert into platform_identities (registration_id, webinar_id, registrant_id, email, join_url)
    select new.registration_id, new.webinar_id, coalesce(new.registrant_id, old.registrant_id),
      case when user_id is null then null when is_lost then old.email else new.email end, new.join_url
    from registrations where registration_id = new.registration_id;
  end if;
  return new;
end $$;

-- The bytes of a report: the uploaded file, or the answers of the webinar platform as JSON.
create function received_bytes(file bytea, sources jsonb) returns bytea language sql immutable parallel safe return coalesce(file, convert_to(jsonb_pretty(sources), 'utf8'::name));

-- The LIKE patterns of a search: each word, in any order. One or two letters match only the start of a word.
create function search_patterns(term text) returns text[] language sql immutable parallel safe return array(select distinct case when (words.word ~ '^[[:alnum:]]{1,2}$') then (('% ' || words.word) || '%') else (('%' || regexp_replace(words.word, '([\\%_])', '\\\1', 'g')) || '%') end as "case" from (select trim(both from folded(typed.typed)) as word from regexp_split_to_table(case when ((search_patterns.term ~ '^[-+()./\s\d]*$') and (regexp_count(search_patterns.term, '\d') >= 7)) then regexp_replace(search_patterns.term, '\D', '', 'g') else search_patterns.term end, '\s+') typed(typed)) words where (words.word <> ''));

-- Every process keeps the sessions it has seen. This tells them all that one ended.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', encode(old.token_hash, 'hex'));
  return null;
end $$;

-- Returns the event types of an activity, as webhookEvents in contract/office/webhooks.
create function webhook_types(activity text, details jsonb) returns text[] language sql immutable as $$
  select case activity
    when 'registered' then array['registration.created']
    when 'moved' then array['registration.moved']
    when 'cancelled' then array['registration.canceled']
    when 'deleted' then array['registration.canceled']
    when 'restored' then array['registration.restored']
    when 'checked-in' then array['registration.checked_in']
    when 'attended' then array['registration.attended']
    when 'credited' then array_remove(array['hours.credited',
      case when (details->>'minutes')::int = 0 and (details->>'before')::int > 0 then 'certificate.withdrawn' end], null)
    when 'hours-released' then array_remove(array[
      case when details->>'minutes' <> details->>'before' then 'hours.credited' end,
      case when (details->>'minutes')::int = 0 and (details->>'before')::int > 0 then 'certificate.withdrawn' end], null)
    when 'certificate-issued' then array[case when (details->>'issue')::int > 1 then 'certificate.corrected' else 'certificate.issued' end]
    when 'email-changed' then array['person.profile_changed']
    when 'profile-changed' then array_remove(array[
      case when (details->'changes') - 'hasGivenMailingConsent' <> '{}' then 'person.profile_changed' end,
      case when details->'changes' ? 'hasGivenMailingConsent' then 'person.consent_changed' end], null)
    when 'seat-offered' then array['waitlist.offered']
    else '{}'
  end
$$;

-- Writes the deliveries of new activities, and the jobs that deliver them, in the transaction of the activity. Locks no webhook.
create function write_webhook_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where is_on) then return null; end if;
  with written as (
    insert into webhook_deliveries (webhook_id, activity_id, type, registration_id, user_id, happened_at)
    select webhook_id, activity_id, type, come.registration_id, coalesce(come.user_id, registrations.user_id), acted_at
    from come
    cross join lateral unnest(webhook_types(come.activity, come.details)) with ordinality as of_activity (type, place)
    join webhooks on webhooks.is_on and type = any(webhooks.events)
    left join registrations on registrations.registration_id = come.registration_id
    order by activity_id, place
    returning webhook_id
  )
  insert into pgboss.job (name, data, start_after, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, deletion_seconds, policy, heartbeat_seconds)
  select name, jsonb_build_object('webhookId', webhook_id), now(), now() + retention_seconds * interval '1 second',
    retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, policy, heartbeat_seconds
  from (select distinct webhook_id from written) waking
  join pgboss.queue on name = 'deliver-webhook';
  return null;
end $$;

-- Everybody who has signed in, and people whom an administrator added.
create table users (
  user_id uuid default gen_random_uuid() primary key,
  email text not null unique check (email = lower(email)),
  role text not null default 'user' check (role in ('user', 'admin')),
  first_name text not null default '',
  last_name text not null default '',
  country text not null default '',
  state text not null default '',
  zip text not null default '',
  company_name text not null default '',
  -- Dial code, two vertical bars, digits. Empty if none was given.
  phone text not null default '',
  registered_at timestamptz not null default now(),
  is_aop_member text not null default 'NO_INPUT' check (is_aop_member in ('YES', 'NO', 'NO_INPUT')),
  aopa_number text,
  aopa_skipped boolean not null default false,
  nbaa_number text,
  nbaa_skipped boolean not null default false,
  vai_number text,
  vai_skipped boolean not null default false,
  -- Null: never asked.
  has_given_mailing_consent boolean,
  mailing_consent_at timestamptz,
  mailing_consent_event_name text,
  has_reminders boolean not null default true,
  -- 244 random bits that stop the reminders, or the news, without a session.
  reminder_code text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') unique,
  -- The text that searches read.
  search_text text not null generated always as (' ' || folded((((((((first_name || ' ') || last_name) || ' ') || email) || ' ') || company_name) || ' ') || replace(phone, '||', ''))) stored,
  -- Counts the changes of the profile.
  version integer not null default 0,
  -- The account that this one was merged into. A merged account holds nothing and cannot sign in.
  merged_into uuid references users on delete cascade,
  -- The name on certificates, if it is another one than first and last name. Empty: those.
  printed_name text not null default '',
  -- The letters of the name on certificates that no font has. Certificates wait while there are any.
  unprintable_letters text not null default '',
  -- The email of their FAASafety.gov account; empty if it is the email above.
  faa_safety_email text not null default ''
) with (fillfactor=90);
create index users_administrators on users (user_id) where role = 'admin';
create index users_by_company on users (lower(company_name), user_id);
create index users_by_country on users (country, user_id);
create index users_by_name on users (lower((first_name || ' ') || last_name), user_id);
create index users_by_phone on users (phone, user_id);
create index users_by_state on users (lower(state), user_id);
create index users_by_zip on users (zip, user_id);
create index users_merged on users (merged_into) where merged_into is not null;
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_unprintable on users (user_id) where unprintable_letters <> '';
create trigger follow_user after insert or delete or update on users
  for each row execute function follow_user();

-- Two accounts of one person that became one. A merge can be undone for 30 days.
create table account_merges (
  account_merge_id integer generated always as identity primary key,
  kept_id uuid not null references users on delete cascade,
  absorbed_id uuid not null references users on delete cascade,
  -- Nobody else can use this email while the merge can be undone.
  absorbed_email text not null,
  merged_at timestamptz not null,
  merged_by uuid references users on delete set null,
  undone_at timestamptz,
  -- The data for an undo.
  trace jsonb not null
);
create index account_merges_by on account_merges (merged_by) where merged_by is not null;
create index account_merges_of_absorbed on account_merges (absorbed_id);
create index account_merges_of_email on account_merges (absorbed_email) where undone_at is null;
create index account_merges_of_kept on account_merges (kept_id);
create unique index one_account_merge on account_merges (absorbed_id) where undone_at is null;

-- An event with one or more slots. A deleted event stays for the history.
create table events (
  event_id integer generated always as identity primary key,
  event_name text not null,
  -- A JSON text with eventLogoLink, as the wire carries it.
  description text not null default '{}',
  video_link text,
  is_enabled boolean not null default true,
  featured_sponsor_id integer,
  created_at timestamptz not null default now(),
  -- The place of an event in person. Null: virtual.
  venue text check (length(venue) >= 1 and length(venue) <= 300),
  version integer not null default 0,
  deleted_at timestamptz,
  -- The number under which the FAA accepted the course.
  course_number text,
  -- Only administrators see the event until it is enabled for the first time.
  is_draft boolean not null default false,
  -- The event that this one was copied from, for the year in copied_for.
  copied_from integer references events,
  copied_for integer,
  -- The lines that details and emails show. Null: the lines of the event's type.
  facts text[],
  -- Null: as the event's type says.
  is_in_person boolean,
  constraint copies_have_both check ((copied_from is null) = (copied_for is null)),
  constraint drafts_are_closed check (not (is_draft and is_enabled))
);
create unique index one_copy on events (copied_from, copied_for) where deleted_at is null;

create table focuses (
  focus_id integer primary key,
  focus_name text not null unique
);

-- When an event takes place. Dates and times are Eastern wall-clock time.
create table event_slots (
  event_slot_id integer generated always as identity primary key,
  event_id integer not null references events,
  focus_id integer not null references focuses,
  start_on date not null,
  end_on date not null,
  start_time time not null,
  end_time time not null,
  webinar_id text,
  version integer not null default 0,
  deleted_at timestamptz,
  -- Counts the changes of time and place, so that people are told of each once.
  schedule integer not null default 0,
  -- Whether people can register for the slot while its event is open.
  is_open boolean not null default true,
  -- The number of seats. Null: no limit.
  capacity integer check (capacity > 0),
  -- As SlotBreak in contract/events/slots, in order: Eastern, on each day of the slot.
  breaks jsonb not null default '[]',
  unique (event_id, event_slot_id),
  check (end_on >= start_on and end_time > start_time)
);
create index event_slots_of_event on event_slots (event_id);

-- A user's place in a slot of an event: one that holds for each user and event.
create table registrations (
  registration_id integer generated always as identity primary key,
  -- Null: the person has deleted their account.
  user_id uuid references users,
  event_id integer not null,
  event_slot_id integer not null,
  registered_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- Counts the moves to another slot, so that each is confirmed once.
  moves integer not null default 0,
  -- Kept by the database: the hours of the standing credit.
  hours integer not null default 0 check (hours >= 0 and hours <= 8),
  -- Kept by the database: 128 random bits in the link of the current certificate.
  certificate_code text,
  -- Counts what administrators decided about the registration.
  version integer not null default 0,
  -- Part of the portal's own join link. It is always read together with the registration id.
  join_code uuid not null default gen_random_uuid(),
  -- Kept by the database: the days of the standing credit.
  credited_days jsonb,
  foreign key (event_id, event_slot_id) references event_slots(event_id, event_slot_id)
);
create unique index one_certificate_code on registrations (certificate_code) where certificate_code is not null;
create unique index one_registration on registrations (user_id, event_id) include (registration_id, event_slot_id, registered_at, hours) where cancelled_at is null;
create index registrations_by_hours on registrations (hours, registration_id) include (user_id, event_slot_id) where cancelled_at is null;
create index registrations_canceled on registrations (event_slot_id, cancelled_at) where cancelled_at is not null;
create index registrations_newest on registrations (registered_at, registration_id) include (user_id) where cancelled_at is null;
create index registrations_of_nobody on registrations (registration_id) where user_id is null;
create index registrations_of_slot on registrations (event_slot_id, registered_at, registration_id) include (user_id) where cancelled_at is null;
create trigger count_deleted after delete on registrations referencing old table as gone
  for each statement execute function count_registrations();
create trigger count_inserted after insert on registrations referencing new table as come
  for each statement execute function count_registrations();
create trigger count_updated after update on registrations referencing old table as gone new table as come
  for each statement execute function count_registrations();
create trigger follow_registration after insert or update of user_id, event_slot_id, cancelled_at on registrations
  for each row when (new.cancelled_at is null or new.user_id is null) execute function follow_registration();

-- The history: one row for everything that people, administrators and the portal do. Append-only.
create table activities (
  activity_id bigint generated always as identity primary key,
  registration_id integer references registrations on delete cascade,
  activity text not null,
  -- Null: the portal, or somebody who has deleted their account.
  acted_by uuid references users on delete set null,
  details jsonb not null default '{}',
  acted_at timestamptz not null default now(),
  -- The user it is about, if no registration says so.
  user_id uuid references users on delete cascade,
  event_id integer references events
);
create index activities_by_kind on activities (activity, activity_id) where activity <> 'registered';
create index activities_of_actor on activities (acted_by, activity_id) where acted_by is not null;
create index activities_of_event on activities (event_id, activity_id) where event_id is not null;
create index activities_of_registration on activities (registration_id);
create index activities_of_user on activities (user_id, activity_id) where user_id is not null;
create trigger append_only before delete or update on activities
  for each row execute function append_only();
create trigger write_webhook_deliveries after insert on activities referencing new table as come
  for each statement execute function write_webhook_deliveries();
revoke truncate on activities from current_user;

-- The people with a role in the admin panel.
create table administrators (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null default now(),
  -- Null: the portal at its start, or somebody who has deleted their account.
  invited_by uuid references users on delete set null,
  -- The first sign-in with the rights of the role. Null: invited only.
  accepted_at timestamptz,
  signed_in_at timestamptz,
  -- A named set of permissions (contract/people/administrators/roles.ts).
  role text not null default 'administrator' check (role in ('administrator', 'viewer', 'exporting-viewer', 'front-desk'))
);
create index administrators_invited_by on administrators (invited_by) where invited_by is not null;

-- The keys of programs. A key has at most the permissions that its administrator has at the time of a call.
create table api_keys (
  api_key_id integer generated always as identity primary key,
  -- The administrator who made it. Their removal deletes it.
  user_id uuid not null references administrators on delete cascade,
  name text not null,
  -- Its first 12 characters, to recognize it.
  prefix text not null,
  -- SHA-256. The key itself is shown once and not stored.
  key_hash bytea not null unique,
  permissions text[] not null,
  -- Networks (CIDR) that it can be used from. Empty: any.
  networks text[] not null default '{}'::text[],
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz
);
create index api_keys_of_user on api_keys (user_id);

-- Attendance of a slot, as the webinar platform answered or a file was received. Append-only: a newer report corrects it.
create table attendance_reports (
  attendance_report_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  -- Null: a list was uploaded for a slot without a webinar.
  webinar_id text,
  origin text not null check (origin in ('platform', 'upload', 'door')),
  -- The name of the platform or of the file.
  origin_name text not null,
  uploaded_by uuid references users on delete set null,
  received_at timestamptz not null,
  -- Every answer that the report was read from, verbatim, with its address.
  sources jsonb not null,
  file bytea,
  -- A hash of the content. Attendance_readings.said_hash is compared.
  said_hash bytea not null,
  -- The SHA-256 of received_bytes.
  bytes_hash bytea generated always as (sha256(received_bytes(file, sources))) stored,
  -- The zone that the sender of a file named.
  time_zone text,
  -- An earlier report whose reading says the same. Its rows are read; this report has no reading.
  repeats_report_id integer,
  -- True: all times of the file are in that zone, whatever the file names. False: only those that name none.
  zone_wins boolean not null default false,
  -- The Eastern day that the sender of a file chose for times without a date.
  times_on date,
  -- The webinar platform's id of the time that the webinar was held; 'door' for check-ins; 'webinar' and its id for fetches of a webinar that the slot had before the upgrade. Reports of one instance are versions of each other. Null: an upload, or fetched by an earlier version.
  instance text
);
create index attendance_reports_of_slot on attendance_reports (event_slot_id, attendance_report_id desc);
create trigger append_only before delete or update on attendance_reports
  for each row execute function append_only('kept from received_at');
revoke truncate on attendance_reports from current_user;

-- A report read by one version of the readers. Append-only; the newest version counts.
create table attendance_readings (
  attendance_reading_id integer generated always as identity primary key,
  attendance_report_id integer not null references attendance_reports on delete cascade,
  -- The version of the readers. It ends in its number.
  reader text not null,
  kind text not null check (kind in ('attendance', 'polls', 'sign-in-sheet', 'statement')),
  -- The kind of report that the reader recognized.
  format text not null,
  encoding text not null,
  separator text,
  time_zone text,
  -- The Eastern days that the report covers.
  days date[] not null,
  -- Counts the visits that count: of attendees and panelists, outside of the waiting room.
  visits integer not null,
  -- Counts the answers that count.
  answers integer not null,
  -- A hash of all rows, in any order.
  said_hash bytea not null,
  -- The reason why this version cannot read the report; then it has no rows, and does not count.
  refused text not null default '',
  read_at timestamptz not null default now(),
  -- The minutes that the report states for each person in total: registrantId, email, name, minutes.
  totals jsonb not null default '[]',
  unique (attendance_report_id, reader)
);
create trigger append_only before delete or update on attendance_readings
  for each row execute function append_only();
revoke truncate on attendance_readings from current_user;

-- Every row of a reading about an answer to a poll.
create table attendance_answers (
  place integer not null,
  registrant_id text,
  email text,
  question text not null,
  answer text not null,
  answered_at timestamptz,
  attendance_reading_id integer not null references attendance_readings on delete cascade,
  name text not null default '',
  -- The Eastern day of an answer without a time, if the report tells it.
  answered_on date,
  line integer,
  sheet text,
  flaws jsonb not null default '[]',
  -- The id of the session of the webinar in which it was answered. Null: the report does not tell.
  session text,
  -- Counts the answers of one person to one question in a session: 1 is the first.
  nth integer not null default 1
);
create index attendance_answers_of_reading on attendance_answers (attendance_reading_id, place);
create trigger append_only before delete or update on attendance_answers
  for each row execute function append_only();
revoke truncate on attendance_answers from current_user;

-- Figures by which hours are counted. Append-only: a change is another version. A season without its own has those of the newest season before.
create table credit_rules (
  credit_rule_id integer generated always as identity primary key,
  season integer not null,
  -- Counted in each season from 1.
  version integer not null,
  -- Whether it counts for events in person, or for virtual ones.
  is_in_person boolean not null,
  figures jsonb not null,
  reason text not null check (reason <> ''),
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now(),
  unique (season, version)
);
create trigger append_only before delete or update on credit_rules
  for each row execute function append_only();
revoke truncate on credit_rules from current_user;

-- The hours of a registration by one version of the figures from one state of the evidence. Append-only.
create table credit_findings (
  credit_finding_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  -- The slot with most of the hours. The finding is one for the event.
  event_slot_id integer not null references event_slots,
  credit_rule_id integer not null references credit_rules,
  -- The SHA-256 of the input.
  evidence_hash bytea not null,
  hours integer not null,
  -- Minutes of instruction.
  minutes integer not null,
  reason text not null,
  is_final boolean not null,
  -- As Finding in contract/ledger/credits, with a code for each hour.
  finding jsonb not null,
  -- Everything that was counted: the agenda, visits, answers, the questions asked, and whether the reports are final.
  input jsonb not null,
  counted_at timestamptz not null default now(),
  -- The SHA-256 of what the person did, whatever the figures, the agenda, and the settlement. Null: of the rule hours-1.
  person_hash bytea,
  constraint credit_findings_registration_id_credit_rule_id_evidence_has_key unique (registration_id, credit_rule_id, evidence_hash)
);
create trigger append_only before delete or update on credit_findings
  for each row execute function append_only();
revoke truncate on credit_findings from current_user;

-- Decisions about hours of credit. Append-only: standing_credit() says which one counts.
create table credits (
  credit_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  -- Credited time, 60 for each hour; never minutes of instruction. Of a release: what the rule gives.
  minutes integer not null constraint credits_minutes_whole check ((minutes % 60) = 0) check (minutes >= 0 and minutes <= 480),
  source text not null check (source in ('administrator', 'csv', 'attendance')),
  -- The version of the rule that turned evidence into minutes. Null: a person decided.
  rule_version text,
  reason text not null default '',
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now(),
  -- False: the administrator chose not to email the person about the correction.
  mails_correction boolean not null default true,
  -- A release ends what people have set: the rule's newest credit counts again.
  act text not null default 'set' check (act in ('set', 'release')),
  -- The finding that gave the hours; for an undone credit, the one that was undone. Null: a person decided.
  credit_finding_id integer references credit_findings,
  -- The hours by the day on which they were earned, as DayHours[] in contract/ledger/credits. Null: from before the rule hours-2.
  by_day jsonb,
  -- undo: puts back the hours from before a credit of the rule. redo: takes the last undo back.
  reversal text check (reversal in ('undo', 'redo')),
  -- The hash of what the person did, as in credit_findings: for a credit of the rule, or for the credit that was undone.
  person_hash bytea,
  -- Questions that an inspector would ask about hours by hand: more-than-taught, before-end.
  unusual text[] not null default '{}'::text[]
);
create index credits_of_registration on credits (registration_id, credit_id desc);
create trigger append_only before delete or update on credits
  for each row execute function append_only();
create trigger keep_credit after insert on credits referencing new table as come
  for each statement execute function keep_credit();
revoke truncate on credits from current_user;

-- Decisions of people about rows of a slot's reports. Append-only: the newest one about a subject counts.
create table attendance_decisions (
  attendance_decision_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  -- match: the rows belong to these registrations, or to nobody of ours. state: a registration was there from and to. set-aside: a wait needs nothing, or a report does not count. settle: the reports are final. credit: hours were set, as the credit says. counts, does-not-count: a poll question counts as asked, or not. withdraw: no decision about the subject.
  act text not null check (act in ('match', 'state', 'set-aside', 'settle', 'credit', 'counts', 'does-not-count', 'withdraw')),
  -- The rows of one person in the reports, a registration, a report, one of its days, or only its visits or answers, a poll question, a wait, or the slot; spelled by contract/attendance/attendance-decisions.
  subject text not null,
  -- For act match: the registrations of the rows; empty for nobody of ours. Else the registration that it is about.
  registration_ids integer[] not null default '{}'::integer[],
  from_at timestamptz,
  to_at timestamptz,
  reason text not null check (reason <> ''),
  -- The file that it rests on, such as a signed sheet.
  file bytea,
  file_name text not null default '',
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now(),
  -- For act credit: the hours that it set, of the registration or of another one for the same time.
  credit_id integer references credits on delete set null,
  check ((act = 'state') = (from_at is not null and to_at is not null)),
  constraint attendance_decisions_check1 check (from_at < to_at)
);
create index attendance_decisions_of_slot on attendance_decisions (event_slot_id, attendance_decision_id);
create trigger append_only before delete or update on attendance_decisions
  for each row execute function append_only('kept from decided_at');
revoke truncate on attendance_decisions from current_user;

-- How far the portal is with asking the platform about a slot.
create table attendance_fetches (
  event_slot_id integer primary key references event_slots,
  -- When an administrator last asked for the report at once.
  wanted_at timestamptz,
  -- When the platform last answered.
  asked_at timestamptz,
  problem text not null default '',
  -- Not before this time, because a quota is used up.
  try_at timestamptz
);

-- Every row of a reading about a visit, or about somebody who did not come.
create table attendance_visits (
  place integer not null,
  registrant_id text,
  email text,
  name text not null,
  joined_at timestamptz,
  left_at timestamptz,
  attendance_reading_id integer not null references attendance_readings on delete cascade,
  role text not null default 'attendee' check (role in ('attendee', 'panelist', 'host')),
  -- Null: not known.
  medium text check (medium in ('online', 'phone', 'in-person')),
  status text not null default 'present' check (status in ('present', 'waiting', 'absent')),
  -- The line of the file, the row of the sheet, or the place in the answer, counted from 1.
  line integer,
  sheet text,
  flaws jsonb not null default '[]'
);
create index attendance_visits_of_reading on attendance_visits (attendance_reading_id, place);
create trigger append_only before delete or update on attendance_visits
  for each row execute function append_only();
revoke truncate on attendance_visits from current_user;

-- Addresses that mails came back from. A cleared row stays, so that older reports do not mark the address again.
create table bounces (
  email text primary key,
  -- In the words of the source.
  reason text not null,
  source text not null check (source in ('mail-server', 'provider', 'administrator')),
  bounced_at timestamptz not null,
  -- From this time on the address counts as working.
  cleared_at timestamptz
);

-- Logos and other pictures, by the SHA-256 of their bytes.
create table files (
  file_hash bytea primary key,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  bytes bytea not null,
  created_at timestamptz not null default now(),
  -- The same picture, narrower.
  smaller_hash bytea references files
);

-- The versions of the name, logo and colors of the portal; the newest counts. None: those that came with it.
create table brands (
  brand_id integer primary key,
  -- Empty: the name that came with the portal.
  portal_name text not null,
  logo_hash bytea references files,
  -- The width of the logo divided by its height.
  logo_ratio real check (logo_ratio > 0::double precision),
  -- The color of links and buttons. Empty: the one that came with the portal.
  main_color text not null check (main_color ~ '^(#[0-9a-f]{6})?$'),
  -- The color of headers. Empty: the one that came with the portal.
  band_color text not null check (band_color ~ '^(#[0-9a-f]{6})?$'),
  saved_at timestamptz not null default now(),
  saved_by uuid references users on delete set null,
  check ((logo_hash is null) = (logo_ratio is null))
);
create index brands_logo_hash on brands (logo_hash);
create index brands_saved_by on brands (saved_by);

-- The same change for many registrations, made by a background job that continues after a restart.
create table bulk_jobs (
  bulk_job_id uuid default gen_random_uuid() primary key,
  kind text not null check (kind in ('credit', 'mail-certificates', 'move', 'delete')),
  action jsonb not null,
  source text not null default 'administrator' check (source in ('administrator', 'csv')),
  -- The bulk job that this one takes back.
  undoes uuid unique references bulk_jobs,
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  stopped_at timestamptz,
  finished_at timestamptz,
  total integer not null
);
create index bulk_jobs_newest on bulk_jobs (asked_at desc);
create index bulk_jobs_of_asker on bulk_jobs (asked_by) where asked_by is not null;
create index bulk_jobs_unfinished on bulk_jobs (bulk_job_id) where finished_at is null;

create table bulk_job_items (
  bulk_job_id uuid not null references bulk_jobs on delete cascade,
  -- Counts from 1, in the order of work.
  place integer not null,
  registration_id integer references registrations on delete set null,
  -- Null: waiting. Otherwise done, unchanged, stopped or the code of a refusal.
  outcome text,
  -- The data for an undo, or the mail that was written.
  trace jsonb not null,
  primary key (bulk_job_id, place)
);
create index bulk_job_items_of_registration on bulk_job_items (registration_id) where registration_id is not null;
create index bulk_job_items_waiting on bulk_job_items (bulk_job_id, place) where outcome is null;

-- The secret address of a user's calendar.
create table calendars (
  user_id uuid primary key references users on delete cascade,
  code text not null unique
);

-- The versions of the training provider. New certificates name the newest. Append-only.
create table providers (
  provider_id integer primary key,
  provider_name text not null,
  -- Null: the events mailbox of the configuration.
  contact text,
  signatory_name text not null,
  signatory_title text not null,
  -- The picture of the signature. Other columns have it as a PDF carries it.
  signature_hash bytea references files,
  -- Null: the version that came with the portal.
  saved_at timestamptz,
  saved_by uuid references users on delete set null,
  signature_width integer check (signature_width > 0),
  signature_height integer check (signature_height > 0),
  -- Deflated bytes of red, green and blue.
  signature_colors bytea,
  -- One deflated byte for each pixel. Null: opaque.
  signature_opacity bytea,
  -- On the last lines of news, which must name one (CAN-SPAM Act); empty: no news is sent.
  postal_address text not null default '',
  check ((signature_hash is null) = (signature_colors is null))
);
create trigger append_only before delete or update on providers
  for each row execute function append_only();
revoke truncate on providers from current_user;

-- One row for each issue, never changed. The PDF is drawn from it on request.
create table certificates (
  certificate_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  -- Counts the issues of a registration from 1. The link of a registration serves the newest.
  issue integer not null,
  serial text not null unique,
  person_name text not null,
  event_name text not null,
  focus_id integer not null references focuses,
  start_on date not null,
  end_on date not null,
  hours integer not null check (hours >= 1 and hours <= 8),
  issued_at timestamptz not null default now(),
  issued_by uuid references users on delete set null,
  code text not null,
  credit_id integer not null references credits on delete cascade,
  provider_id integer not null references providers,
  course_number text,
  is_in_person boolean,
  -- The days of its hours, as in credits. Null: issued before days were stored; start_on and end_on are then those of the slot, else the first and last day with hours.
  by_day jsonb,
  unique (registration_id, issue)
);
create unique index certificates_of_code on certificates (code, issue);
create trigger append_only before delete or update on certificates
  for each row execute function append_only();
revoke truncate on certificates from current_user;

-- The keys that sign for the portal. The newest one signs; all are published, so that older signatures stay valid.
create table signing_keys (
  key_id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null
);

-- The signed credential of an issue of a certificate, as it was handed out.
create table certificate_credentials (
  certificate_id integer primary key references certificates on delete cascade,
  key_id text not null references signing_keys,
  -- An Open Badges 3.0 credential as a compact JWS.
  jws text not null
);
create trigger append_only before update on certificate_credentials
  for each row execute function append_only();
revoke truncate on certificate_credentials from current_user;

-- The outbox. A mail is written in the transaction that causes it, and a job sends it in three steps: claim, send, settle.
create table mails (
  mail_id bigint generated always as identity primary key,
  -- The reason for the mail. The same cause writes no second mail, however often its job runs.
  cause text not null unique,
  to_address text not null,
  reply_to text,
  subject text not null,
  html text not null default '',
  text text not null default '',
  -- A secret mail carries a sign-in code. Its body is emptied after it is sent.
  is_secret boolean not null default false,
  -- failed: will be retried. unknown: the mail may have left, but the answer was lost, so it is not retried automatically.
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'given-up', 'unknown')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Counts the claims. Only the newest claim may send the mail and settle it.
  attempts integer not null default 0,
  -- While sending: the end of the lease. After it, the process that claimed the mail counts as dead.
  leased_until timestamptz,
  -- While sending: the receiver may already have the mail. If false, it certainly has not left.
  is_leaving boolean not null default false,
  -- Sent before mails that are not urgent.
  is_urgent boolean not null default false,
  -- The address behind the unsubscribe button of a mail program (RFC 8058). Null: no button.
  unsubscribe_url text,
  -- A mail that has not left by this time is useless and is given up.
  expires_at timestamptz,
  -- The registration that the mail is about.
  registration_id integer references registrations on delete cascade,
  -- When the mail is deleted. Null: kept as long as any mail.
  forget_at timestamptz,
  -- The event, slot and email of the registrant, for the HTTP mail service.
  event jsonb,
  -- When the mail was written, or when somebody last asked for a retry.
  waits_since timestamptz not null default now(),
  -- The portal retried the mail itself because nobody knew whether the first try had arrived.
  is_sent_again boolean not null default false,
  -- Sent before other urgent mails: a sign-in link of a known person.
  is_first boolean not null default false,
  -- When the mail last left for the mail server. The life of a sign-in link begins then.
  left_at timestamptz,
  -- For a secret mail: how long its code works after it has left. Null: until expires_at.
  seconds_valid integer,
  -- Among urgent mails that are not first, those with a lower rank leave first. A link for a newcomer has a higher one, the more newcomers its network has named.
  rank smallint not null default 0
) with (fillfactor=50);
create index mails_of_recipient on mails (to_address, mail_id desc);
create index mails_of_registration on mails (registration_id) where registration_id is not null;
create index mails_secret on mails (expires_at) where is_secret and text <> '';
create index mails_sent on mails (sent_at desc) where sent_at is not null;
create index mails_to_be_answered on mails (reply_to) where reply_to is not null;
create index mails_unsent on mails (created_at) where sent_at is null;
create index mails_urgent on mails (mail_id) where is_urgent and sent_at is null;

-- Which issue of a certificate went out in which mail.
create table certificate_mails (
  certificate_mail_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  certificate_id integer not null references certificates on delete cascade,
  mail_id bigint not null unique references mails on delete cascade,
  notes text not null default '',
  -- The credit of 0 hours, if the email says that the certificate was withdrawn.
  withdrawn_by integer references credits on delete cascade
);
create index certificate_mails_of_registration on certificate_mails (registration_id);
create index certificate_mails_of_withdrawal on certificate_mails (withdrawn_by) where withdrawn_by is not null;

-- When an account of the front desk first opened the list of a day. Later it may send the check-ins of that day from then on only.
create table check_in_days (
  user_id uuid not null references users on delete cascade,
  -- The Eastern day.
  day_on date not null,
  opened_at timestamptz not null,
  primary key (user_id, day_on)
);

-- Arrivals and leavings at the door or on a sign-in sheet, as they were sent. Append-only: an undo is another row.
create table check_ins (
  -- Made by the phone or desk, so that a check-in that is sent twice is stored once.
  check_in_id uuid primary key,
  registration_id integer not null references registrations on delete cascade,
  -- The Eastern day.
  day_on date not null,
  act text not null check (act in ('in', 'out', 'undo')),
  undone_id uuid,
  -- The time of the act, by the clock of the portal.
  checked_at timestamptz not null,
  -- ticket: its QR code was read. search: the person was found in the list. sheet: typed from a sign-in sheet.
  how text not null check (how in ('ticket', 'search', 'walk-in', 'sheet')),
  -- null: they have deleted their account.
  checked_by uuid references users on delete set null,
  received_at timestamptz not null,
  check ((act = 'undo') = (undone_id is not null))
);
create index check_ins_checked_by on check_ins (checked_by) where checked_by is not null;
create index check_ins_of_registration on check_ins (registration_id, day_on);
create trigger append_only before delete or update on check_ins
  for each row execute function append_only();
revoke truncate on check_ins from current_user;

-- When and where people were last told to come. The slot may have another time by now.
create table confirmations (
  registration_id integer primary key references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  confirmed_at timestamptz not null,
  start_on date not null,
  end_on date not null,
  start_time time not null,
  end_time time not null,
  venue text,
  -- Null: written before this was known.
  is_in_person boolean
);

-- The current finding of each registration at a slot. Each count of the slot replaces its rows.
create table credit_counts (
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  credit_finding_id integer not null references credit_findings on delete cascade,
  -- How the person was found, if they are registered for the other slot of the event, or no longer.
  note text check (note in ('other-slot', 'canceled')),
  -- The people in the reports who were matched with it, and how.
  subjects jsonb not null default '[]',
  -- The consequence: write, nothing, or the reason why it waits.
  next text not null,
  primary key (event_slot_id, registration_id)
);
create index credit_counts_of_finding on credit_counts (credit_finding_id);
create index credit_counts_of_registration on credit_counts (registration_id);

-- Pairs of standing credits of one person for the same time, which the nightly job has named. Each pair is named once.
create table credit_overlaps (
  credit_overlap_id integer generated always as identity primary key,
  -- The later credit.
  credit_id integer not null references credits on delete cascade,
  earlier_credit_id integer not null references credits on delete cascade,
  named_at timestamptz not null,
  -- When an administrator ended the alarm, or when the job found that the credits overlap no more.
  ended_at timestamptz,
  ended_by uuid references users on delete set null,
  unique (credit_id, earlier_credit_id),
  check (earlier_credit_id < credit_id),
  constraint credit_overlaps_check1 check (ended_by is null or ended_at is not null)
);
create index credit_overlaps_alarming on credit_overlaps (credit_overlap_id) where ended_at is null;
create index credit_overlaps_ended_by on credit_overlaps (ended_by) where ended_by is not null;
create index credit_overlaps_of_earlier on credit_overlaps (earlier_credit_id);

-- Requests of people to look at their hours again. Append-only, but the words and the file go with the account.
create table credit_reviews (
  credit_review_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  -- The slot where they were counted when they asked.
  event_slot_id integer not null references event_slots,
  -- The hours that it is about, by their place in the agenda from 1; empty: no hour in particular.
  hour_numbers integer[] not null,
  -- Empty: the account was deleted.
  words text not null,
  file bytea,
  file_name text not null default '',
  asked_at timestamptz not null
);
create index credit_reviews_of_registration on credit_reviews (registration_id);
create index credit_reviews_of_slot on credit_reviews (event_slot_id);
create trigger append_only before delete or update on credit_reviews
  for each row execute function append_only('kept from asked_at', 'words may go', 'file may go', 'file_name may go');
revoke truncate on credit_reviews from current_user;

-- The answers to reviews. Append-only, but the words go with the account of the person who asked.
create table credit_review_answers (
  credit_review_id integer primary key references credit_reviews on delete cascade,
  -- The hours that were given; null: the hours stay.
  hours integer check (hours >= 1 and hours <= 8),
  -- The credit that gave them.
  credit_id integer references credits on delete set null,
  words text not null,
  answered_by uuid references users on delete set null,
  answered_at timestamptz not null
);
create trigger append_only before delete or update on credit_review_answers
  for each row execute function append_only('words may go');
revoke truncate on credit_review_answers from current_user;

-- The rosters of credits that an administrator has marked as reported to FAASafety.gov.
create table credit_rosters (
  credit_roster_id integer generated always as identity primary key,
  reported_by uuid references users on delete set null,
  reported_at timestamptz not null default now()
);
create index credit_rosters_of_reporter on credit_rosters (reported_by) where reported_by is not null;

-- What each roster reported: the rows that were new or differed. The newest row of a registration is what FAASafety.gov knows.
create table credit_roster_rows (
  credit_roster_id integer not null references credit_rosters,
  registration_id integer not null references registrations on delete cascade,
  -- The slot of the registration when it was reported.
  event_slot_id integer not null references event_slots,
  -- As ReportedCredit in contract/counting/credit-rosters. Null: the credit was taken back.
  content jsonb,
  primary key (registration_id, credit_roster_id)
);
create index credit_roster_rows_of_roster on credit_roster_rows (credit_roster_id);
create index credit_roster_rows_of_slot on credit_roster_rows (event_slot_id);

-- Everything that waits for an administrator. Each count of the slot replaces its rows.
create table credit_waits (
  event_slot_id integer not null references event_slots,
  kind text not null,
  -- As attendance_decisions.subject.
  subject text not null,
  registration_id integer references registrations on delete cascade,
  candidates integer[] not null default '{}'::integer[],
  name text not null default '',
  email text,
  -- The facts to decide by, by kind: visits, hours before and now, or the agenda that an anomaly proposes.
  about jsonb not null default '{}',
  since timestamptz not null default now(),
  primary key (event_slot_id, kind, subject)
);
create index credit_waits_of_registration on credit_waits (registration_id);

-- The figures of a season as they were last counted.
create table dashboards (
  season integer primary key,
  figures jsonb not null,
  counted_at timestamptz not null,
  fresh_until timestamptz not null
);

-- Pairs of accounts of two people with the same name and phone or ZIP, such as father and son. The hint that they may be one person is hidden.
create table distinct_accounts (
  user_id uuid not null references users on delete cascade,
  -- The greater of the two ids, so that a pair is stored once.
  other_id uuid not null references users on delete cascade,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id < other_id)
);
create index distinct_accounts_by on distinct_accounts (decided_by) where decided_by is not null;
create index distinct_accounts_of_other on distinct_accounts (other_id);

-- Certificates that other training providers issued. The portal counts their hours and never signs them.
create table earlier_certificates (
  earlier_certificate_id integer generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  number text not null,
  issuer text not null,
  title text not null,
  -- The days of the training, all in one renewal year.
  days date[] not null check (cardinality(days) > 0),
  hours integer not null check (hours > 0),
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null
);
create unique index earlier_certificates_by_number on earlier_certificates (lower(number), lower(issuer));
create index earlier_certificates_of_person on earlier_certificates (user_id);
create index earlier_certificates_of_recorder on earlier_certificates (recorded_by) where recorded_by is not null;

-- The origins of the websites that may show the events in a frame.
create table embed_sites (
  site text primary key check (char_length(site) <= 300),
  added_at timestamptz not null default now(),
  added_by uuid references users on delete set null
);
create index embed_sites_added_by on embed_sites (added_by);

-- What an event asks: at registration, and in the evaluation after it.
create table event_questions (
  event_question_id integer generated always as identity primary key,
  event_id integer not null references events,
  -- Asks only the people of this slot. Null: everybody who registers for the event.
  event_slot_id integer references event_slots,
  moment text not null check (moment in ('registration', 'evaluation')),
  place integer not null,
  wording text not null,
  kind text not null check (kind in ('text', 'choice', 'yes-or-no', 'scale', 'words')),
  choices text[] not null default '{}'::text[],
  is_required boolean not null default false,
  -- In an evaluation, asked once about each speaker.
  is_per_speaker boolean not null default false,
  -- Not asked since. Removed questions stay while they have answers.
  removed_at timestamptz
);
create index event_questions_of_event on event_questions (event_id);
create index event_questions_of_slot on event_questions (event_slot_id) where event_slot_id is not null;

create table speakers (
  speaker_id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  logo text not null,
  company_name text not null,
  day integer not null check (day in (1, 2)),
  course_title text not null default '',
  course_details text not null default '',
  presenter_name text not null default '',
  presenter_designation text not null default '',
  presenter_details text not null default '',
  video_link text,
  website text,
  email text,
  version integer not null default 0
);
create index speakers_of_event on speakers (event_id);

-- Answers of evaluations, each by itself: no row says whose it is, or which others came with it.
create table evaluation_answers (
  evaluation_answer_id uuid default gen_random_uuid() primary key,
  event_question_id integer not null references event_questions,
  -- The speaker that the question was about. Null: none, or deleted since.
  speaker_id integer references speakers on delete set null,
  -- The name of that speaker when it was answered.
  about text not null default '',
  answer text not null
);
create index evaluation_answers_of_question on evaluation_answers (event_question_id);
create index evaluation_answers_of_speaker on evaluation_answers (speaker_id) where speaker_id is not null;

-- The links to an evaluation in the emails of certificates, by the hash of their code.
create table evaluation_links (
  code_hash bytea primary key,
  registration_id integer not null references registrations on delete cascade,
  made_at timestamptz not null default now()
);
create index evaluation_links_of_registration on evaluation_links (registration_id);

-- The registrations whose person sent their evaluation: without time, and without what they answered.
create table evaluations (
  registration_id integer primary key references registrations on delete cascade
);

-- What people answered at registration. An open question has no row.
create table event_answers (
  registration_id integer not null references registrations on delete cascade,
  event_question_id integer not null references event_questions,
  answer text not null,
  primary key (registration_id, event_question_id)
);
create index event_answers_of_question on event_answers (event_question_id);

-- The automation of events' credits. An event without a row is credited by hand.
create table event_automations (
  event_id integer primary key references events,
  mode text not null check (mode in ('by-hand', 'propose', 'credit', 'credit-and-mail')),
  set_by uuid references users on delete set null,
  set_at timestamptz not null
);
create index event_automations_of_setter on event_automations (set_by) where set_by is not null;

-- Firebase only: what the portal keeps of an address.
create table identity_addresses (
  address_hash bytea primary key,
  -- A new password, or deleting the address, voids what was proven before this time.
  valid_from timestamptz,
  -- The Firebase account whose older passwords were removed after its owner proved the mailbox.
  settled_subject text,
  seen_at timestamptz not null
);

-- Sign-in links and password links that were mailed. Using one voids the others of its address.
create table identity_codes (
  -- SHA-256 of the 32 random bytes in the link.
  code_hash bytea primary key,
  email text not null,
  purpose text not null check (purpose in ('sign-in', 'reset-password')),
  -- SHA-256 of the address and 8 digits, for signing in on another device. Null: no digits were mailed.
  digits_hash bytea,
  digits_tries integer not null default 0,
  expires_at timestamptz not null,
  -- The mail that brings the code, and ends it some time after it has left; expires_at ends it in any case. Null: the code came otherwise, or an earlier version made it.
  mail_id bigint references mails on delete cascade,
  asked_at timestamptz not null default now(),
  -- The time slot to which the link leads. Null: to none.
  event_slot_id integer,
  -- The profile that was typed when the link was requested, for at most an hour. The answer to the link has it. Null: none.
  profile jsonb
);
create index identity_codes_of_email on identity_codes (email);
create index identity_codes_of_mail on identity_codes (mail_id) where mail_id is not null;

-- The keys that sign ID tokens of the embedded identity provider.
create table identity_keys (
  key_id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Firebase only: the portal asks every few minutes whether a sign-in by password still holds.
create table identity_refresh_tokens (
  -- SHA-256 of the portal's own ID token without its signature.
  proof_hash bytea primary key,
  address_hash bytea not null,
  refresh_token text not null,
  proven_at timestamptz not null,
  renewed_at timestamptz not null
);
create index identity_refresh_tokens_of_address on identity_refresh_tokens (address_hash);

-- Accounts of the embedded identity provider.
create table identity_subjects (
  subject uuid default gen_random_uuid() primary key,
  email text not null unique check (email = lower(email)),
  -- argon2id as PHC text. Null: the person signs in by link only.
  password_hash text,
  -- A new password voids what was proven before this time.
  valid_from timestamptz
);

-- Wrong digits typed for an address within a day, over all its codes.
create table identity_wrong_digits (
  email text primary key,
  tries integer not null,
  since timestamptz not null
);

-- The files of people, registrations or earlier certificates that administrators uploaded.
create table imports (
  import_id uuid default gen_random_uuid() primary key,
  kind text not null check (kind in ('people', 'registrations', 'certificates')),
  file_name text not null,
  headings text[] not null,
  -- The field of each heading, or null.
  columns jsonb not null,
  -- An administrator chose these columns. Later files with the same headings are read alike.
  is_previewed boolean not null default false,
  mails_confirmations boolean not null default false,
  -- The rows of the file. They are deleted after a fixed time.
  total integer not null,
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  started_by uuid references users on delete set null,
  -- Null: nothing of the file was written.
  started_at timestamptz,
  finished_at timestamptz,
  undone_by uuid references users on delete set null,
  undo_started_at timestamptz,
  undone_at timestamptz
);
create index imports_newest on imports (uploaded_at);
create index imports_of_starter on imports (started_by) where started_by is not null;
create index imports_of_undoer on imports (undone_by) where undone_by is not null;
create index imports_of_uploader on imports (uploaded_by) where uploaded_by is not null;

-- The rows of imported files, each with its result.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  place integer not null,
  -- In the file, counted from 1.
  line integer not null,
  cells text[] not null,
  -- Null: not written yet.
  outcome text check (outcome in ('new', 'same', 'changes', 'refused')),
  why text not null default '',
  user_id uuid references users on delete set null,
  -- The facts for an undo, as ImportTrace in server/stored-json.ts.
  trace jsonb not null default '{}',
  -- Null: no undo has reached it. False: it had changed since, so the undo left it.
  undone boolean,
  -- The emails in the cells, also in pasted texts.
  emails text[] not null generated always as (emails_in(cells)) stored,
  primary key (import_id, place)
);
create index import_rows_of_emails on import_rows using gin (emails);
create index import_rows_of_person on import_rows (user_id) where user_id is not null;
create index import_rows_open on import_rows (import_id, place) where outcome is null;

-- When somebody opened their join link and was sent to the webinar, at most once a minute. Append-only. It supports attendance reports, and never credits hours.
create table join_openings (
  registration_id integer not null references registrations on delete cascade,
  webinar_id text not null,
  opened_at timestamptz not null
);
create unique index join_openings_of_registration on join_openings (registration_id, webinar_id, date_bin('00:01:00'::interval, opened_at, '2020-01-01 00:00:00+00'::timestamptz));
create trigger append_only before delete or update on join_openings
  for each row execute function append_only('kept from opened_at');
revoke truncate on join_openings from current_user;

-- Counts of calls in the current window, for all processes. They may be lost without harm.
create unlogged table limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

create table mail_attachments (
  mail_id bigint not null references mails on delete cascade,
  -- Counts from 1, in the order shown.
  place integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  primary key (mail_id, place)
);

create table mail_attempts (
  mail_id bigint not null references mails on delete cascade,
  attempted_at timestamptz not null default now(),
  -- Null: the transport accepted the mail.
  problem text
);
create index mail_attempts_of_mail on mail_attempts (mail_id);

-- The texts of mails, except those in the rows of their mails: of secret mails, and of mails that an earlier version wrote.
create table mail_texts (
  mail_id bigint primary key references mails on delete cascade,
  html text not null,
  text text not null
);

-- When the next mail may leave if mails keep to a rate: one row for all processes. It may be lost without harm.
create unlogged table mail_turns (
  is_only boolean default true primary key check (is_only),
  free_at timestamptz not null
);

-- Each answer about the mailing list, with the text that was shown.
create table mailing_consents (
  mailing_consent_id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  is_given boolean not null,
  text_shown text not null,
  event_id integer,
  event_name text,
  answered_at timestamptz not null default now(),
  -- The administrator who answered for the person. Null: the person.
  answered_by uuid references users on delete set null
);
create index mailing_consents_answered_by on mailing_consents (answered_by) where answered_by is not null;
create index mailing_consents_of_user on mailing_consents (user_id);

-- A registration is admitted to the webinar of another slot of its event, for hours that its person misses. It has no seat there, and earns nothing by itself.
create table make_ups (
  make_up_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots on delete cascade,
  made_at timestamptz not null,
  -- Given up, or the slot was deleted. Null: it counts as long as the registration is not canceled.
  ended_at timestamptz
);
create index make_ups_of_registration on make_ups (registration_id);
create index make_ups_of_slot on make_ups (event_slot_id);
create unique index one_make_up on make_ups (registration_id, event_slot_id) where ended_at is null;

-- What an administrator wrote to many people: about their registrations, or news for people with mailing consent.
create table messages (
  message_id integer generated always as identity primary key,
  -- Chosen by the caller: the same key starts a message once.
  start_key uuid not null unique,
  kind text not null check (kind in ('registration', 'news')),
  subject text not null,
  -- Formatted text with placeholders.
  html text not null,
  started_by uuid references users on delete set null,
  started_at timestamptz not null,
  -- How many people get it, as of the start.
  people integer not null,
  left_out integer not null,
  stopped_at timestamptz,
  -- Null: a job still writes emails.
  finished_at timestamptz
);
create index messages_of_starter on messages (started_by) where started_by is not null;
create index messages_old on messages (started_at);
create index messages_unfinished on messages (message_id) where finished_at is null;

create table message_recipients (
  message_id integer not null references messages on delete cascade,
  place integer not null,
  -- Null: the account was deleted.
  user_id uuid references users on delete set null,
  -- The registration that it is about. Null in news.
  registration_id integer references registrations on delete set null,
  -- Null: waiting. Otherwise written, or the reason why the person is left out.
  outcome text,
  mail_id bigint references mails on delete set null,
  primary key (message_id, place)
);
create index message_recipients_of_mail on message_recipients (mail_id) where mail_id is not null;
create index message_recipients_of_registration on message_recipients (registration_id) where registration_id is not null;
create index message_recipients_of_user on message_recipients (user_id) where user_id is not null;
create index message_recipients_waiting on message_recipients (message_id, place) where outcome is null;

-- The migrations that were applied to this database.
create table migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);

-- Bytes for an authenticator to sign: used once, within minutes, for one purpose.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'add', 'add-factor', 'prove')),
  -- Null: anybody who signs in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);

-- The second factor of an administrator. It goes with the role.
create table second_factors (
  user_id uuid primary key references administrators on delete cascade,
  switched_on_at timestamptz not null,
  -- The base32 secret of the authenticator app. Null: passkeys only.
  app_secret text,
  -- The time step of the newest code that was used. That code and older ones are refused.
  app_step bigint,
  -- Wrong codes within a day.
  wrong_tries integer not null default 0,
  tries_since timestamptz
);

-- WebAuthn credentials: for signing in, or as the second factor of an administrator.
create table passkeys (
  passkey_id integer generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  -- The administrator whose second factor it is. Null: a passkey for signing in.
  factor_of uuid references second_factors on delete cascade,
  -- Base64url, as WebAuthn writes it.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  check (factor_of is null or factor_of = user_id)
);
create index passkeys_factor_of on passkeys (factor_of) where factor_of is not null;
create index passkeys_of_user on passkeys (user_id);

-- Kept by the database: each identity of a registration at a webinar platform. Append-only; the newest one of a webinar counts for joining, all of them for attendance.
create table platform_identities (
  platform_identity_id bigint generated always as identity,
  registration_id integer not null references registrations on delete cascade,
  webinar_id text not null,
  -- The webinar platform's id of the person. Null: not known, only in rows from before identities were kept.
  registrant_id text,
  -- In lower case, as the webinar platform was told. Null: the person has deleted their account.
  email text,
  -- Null: cannot join, because they were removed, or wait for approval.
  join_url text,
  since timestamptz not null default now(),
  primary key (registration_id, platform_identity_id)
);
create trigger append_only before delete or update on platform_identities
  for each row execute function append_only();
revoke truncate on platform_identities from current_user;

-- Codes that an event shows on its slides. Append-only but for their withdrawal.
create table poll_codes (
  poll_code_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  -- Unique among the codes whose minutes are not over; a lock keeps that.
  code text not null check (code ~ '^[2-9A-Z]{5}$'),
  -- The label of the question, like Poll 3.
  question text not null check (question <> ''),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now(),
  -- Nobody needs it since then. Answers that people gave with it still count.
  withdrawn_at timestamptz,
  check (opens_at < closes_at)
);
create index poll_codes_by_code on poll_codes (code, closes_at);
create unique index poll_codes_of_slot on poll_codes (event_slot_id, question) where withdrawn_at is null;
create trigger append_only before delete or update on poll_codes
  for each row execute function append_only('kept from closes_at', 'withdrawn_at once');
revoke truncate on poll_codes from current_user;

-- The codes that people entered in their minutes. Append-only: the first answer counts.
create table poll_code_answers (
  poll_code_id integer not null references poll_codes on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  answered_at timestamptz not null,
  primary key (poll_code_id, registration_id)
);
create index poll_code_answers_of_registration on poll_code_answers (registration_id);
create trigger append_only before delete or update on poll_code_answers
  for each row execute function append_only('kept from answered_at');
revoke truncate on poll_code_answers from current_user;

-- Wrong codes of a person within an hour.
create table poll_code_tries (
  user_id uuid primary key references users on delete cascade,
  tries integer not null,
  since timestamptz not null
);

-- SHA-256 of the user id and the code. A used code is deleted.
create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The transaction of the last change of each registration. Rows of deleted ones stay. Readers take only transactions that no running one can precede.
create table registration_changes (
  registration_id integer primary key,
  changed_in xid8 not null default pg_current_xact_id()
) with (fillfactor=90);
create index registration_changes_in_order on registration_changes (changed_in, registration_id);

-- Kept by the database: registrations of a slot, as the sum of its shards. Each open transaction has a shard of its own.
create table registration_counts (
  event_slot_id integer not null references event_slots on delete cascade,
  shard integer not null,
  registrations integer not null,
  primary key (event_slot_id, shard)
) with (fillfactor=50);

-- Browsers that skip the second step, by the SHA-256 of their cookie.
create table remembered_devices (
  remembered_device_id integer generated always as identity primary key,
  user_id uuid not null references second_factors on delete cascade,
  token_hash bytea not null unique,
  device text not null,
  remembered_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index remembered_devices_of_user on remembered_devices (user_id);

-- Reminders that were sent, each once.
create table reminders (
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots,
  day_on date not null,
  kind text not null check (kind in ('week-before', 'day-before', 'hour-before')),
  mail_id bigint not null unique references mails on delete cascade,
  primary key (registration_id, event_slot_id, day_on, kind)
);

-- Reminders about hours of a renewal year, each once: to people who missed their slot, and to those who lack hours shortly before the deadline.
create table renewal_reminders (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('missed', 'hours-missing')),
  -- The slot that was missed, or the renewal year.
  about integer not null,
  mail_id bigint not null unique references mails on delete cascade,
  primary key (user_id, kind, about)
);

-- The secret of an app that is being set up, until its first code arrives.
create table second_factor_offers (
  user_id uuid primary key references administrators on delete cascade,
  app_secret text not null,
  expires_at timestamptz not null
);

-- Sign-ins: how each session began, and when it was last used.
create table sessions (
  -- SHA-256 of the opaque token. The server stores the token itself nowhere.
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A session that began by link has no administrator rights.
  began_by text not null default 'link' check (began_by in ('link', 'password', 'passkey', 'single-sign-on')),
  -- SHA-256 of the ID token without its signature.
  proof_hash bytea,
  -- Browser and system in plain words. Empty if unknown.
  device text not null default '',
  last_seen_at timestamptz not null default now(),
  -- The proof after the password. Null: none.
  second_step text check (second_step in ('app', 'passkey', 'recovery-code', 'device')),
  -- When the person last proved again who they are. Null: not since the session began.
  proven_at timestamptz,
  proven_by text check (proven_by in ('link', 'password', 'single-sign-on'))
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_of_user on sessions (user_id);
create trigger session_ended after delete on sessions
  for each row execute function tell_session_ended();

-- When a session last proved its second factor again.
create table second_factor_proofs (
  token_hash bytea primary key references sessions on delete cascade,
  proven_at timestamptz not null
);

-- Scanned sign-in sheets, as they were uploaded: the evidence for arrivals and leavings that were typed from them.
create table sign_in_sheets (
  sign_in_sheet_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  file bytea not null,
  sha256 bytea not null generated always as (sha256(file)) stored,
  file_name text not null,
  -- null: they have deleted their account.
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  unique (event_slot_id, sha256)
);
create index sign_in_sheets_uploaded_by on sign_in_sheets (uploaded_by) where uploaded_by is not null;
create trigger append_only before delete or update on sign_in_sheets
  for each row execute function append_only('kept from uploaded_at');
alter table sign_in_sheets alter column file set storage external;
revoke truncate on sign_in_sheets from current_user;

-- The sessions that began by single sign-on. Each is checked at its provider.
create table single_sign_ons (
  token_hash bytea primary key references sessions on delete cascade,
  issuer text not null,
  -- The person at the provider.
  subject text not null,
  -- Encrypted by a key from OIDC_CLIENT_SECRET. Only the newest one works.
  refresh_token text not null,
  -- When the provider last confirmed the account.
  checked_at timestamptz not null,
  -- When a process began to check it. Null: not since.
  claimed_at timestamptz
);
create index single_sign_ons_by_check on single_sign_ons (checked_at);

-- The hours of a slot as they were taught. Append-only: the newest one counts. Without one, hours are planned from the figures.
create table slot_agendas (
  slot_agenda_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  -- As StatedAgenda in contract/events/slots. Null: as planned again.
  hours jsonb,
  reason text not null check (reason <> ''),
  stated_by uuid references users on delete set null,
  stated_at timestamptz not null default now()
);
create index slot_agendas_of_slot on slot_agendas (event_slot_id, slot_agenda_id desc);
create trigger append_only before delete or update on slot_agendas
  for each row execute function append_only();
revoke truncate on slot_agendas from current_user;

-- The last count of each slot.
create table slot_counts (
  event_slot_id integer primary key references event_slots,
  credit_rule_id integer not null references credit_rules,
  slot_agenda_id integer references slot_agendas,
  -- Whether the reports were final: a day after the slot, or when somebody said so.
  is_settled boolean not null,
  counted_at timestamptz not null
);

-- Counts of settled slots from the bytes of their reports, one each night.
create table slot_recounts (
  slot_recount_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  recounted_at timestamptz not null,
  people integer not null,
  -- Everybody whose stored finding is another one, with the hours of both; empty: all are equal.
  differences jsonb not null,
  seen_by uuid references users on delete set null,
  -- When an administrator ended the alarm about the differences.
  seen_at timestamptz,
  check (seen_by is null or seen_at is not null)
);
create index slot_recounts_alarming on slot_recounts (slot_recount_id) where differences <> '[]' and seen_at is null;
create index slot_recounts_of_slot on slot_recounts (event_slot_id, recounted_at desc);

-- ID tokens that began a session that has ended. They cannot begin another one.
create table spent_proofs (
  proof_hash bytea primary key,
  spent_at timestamptz not null
);

create table sponsors (
  sponsor_id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  logo text not null,
  company_name text not null,
  description text not null default '',
  website text,
  email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 0,
  unique (event_id, sponsor_id)
);
alter table events add foreign key (event_id, featured_sponsor_id) references sponsors(event_id, sponsor_id) on delete set null (featured_sponsor_id);

-- When the staff were last told of a user's registration for an event: at most once an hour.
create table staff_notices (
  user_id uuid not null references users on delete cascade,
  event_id integer not null references events on delete cascade,
  told_at timestamptz not null,
  primary key (user_id, event_id)
);

-- The keys that sign tickets. The newest one signs, all of them verify.
create table ticket_keys (
  key_id integer generated always as identity primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null
);

-- Registrations whose first ticket was replaced. Only the ticket with this number lets anybody in.
create table tickets (
  registration_id integer primary key references registrations on delete cascade,
  number integer not null check (number > 1),
  replaced_at timestamptz not null
);

-- The transaction of the last change of each user, as registration_changes.
create table user_changes (
  user_id uuid primary key,
  changed_in xid8 not null default pg_current_xact_id()
) with (fillfactor=90);
create index user_changes_in_order on user_changes (changed_in, user_id);

-- Changes of email: requested until the mailed link is used, then made until they cannot be undone.
create table user_email_changes (
  -- Counts up for each user: an undo also takes back later changes.
  user_email_change_id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  new_email text not null check (new_email = lower(new_email)),
  -- Null: requested only. Otherwise the email before the change, reserved until the change cannot be undone.
  old_email text,
  -- SHA-256 of the 32 random bytes in the link that confirms the change, and later in the link that undoes it.
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
create unique index one_asked_email_change on user_email_changes (user_id) where old_email is null;
create index user_email_changes_of_email on user_email_changes (old_email) where old_email is not null;
create index user_email_changes_of_user on user_email_changes (user_id);

-- The accounts at identity providers that prove the address of a user.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  primary key (issuer, subject)
);
create index user_identities_of_user on user_identities (user_id);

-- A person on the waitlist of a slot. An offer keeps a seat free until it is taken or expires.
create table waitlist_entries (
  waitlist_entry_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots on delete cascade,
  user_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'expired', 'left')),
  -- The order of those who wait, smallest first; an administrator can change it.
  turn integer not null,
  joined_at timestamptz not null,
  offered_at timestamptz,
  offered_until timestamptz,
  -- The secret in the link of the offer.
  code text not null default gen_random_uuid() unique,
  check (state <> 'offered' or offered_at is not null and offered_until is not null)
);
create unique index one_wait on waitlist_entries (event_slot_id, user_id) where state in ('waiting', 'offered');
create index waits_of_person on waitlist_entries (user_id);

-- One event for one webhook. Rows are deleted after 30 days.
create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  -- The id by which the receiver knows a repetition. A restored database does not repeat it for another event.
  message_id uuid not null default gen_random_uuid(),
  -- No foreign key: a registration that writes a delivery must not wait for a change of the webhook. Rows of a deleted one go with it, late ones with the retention.
  webhook_id integer not null,
  activity_id bigint,
  type text not null,
  registration_id integer,
  -- The person, so that their data can be evicted. No foreign key, as webhook_id.
  user_id uuid,
  -- Deliveries of one lane arrive in order: those of a registration, else of a person.
  lane text not null generated always as (coalesce('r' || registration_id, 'u' || user_id, '')) stored,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_tried_at timestamptz,
  -- The next try. Null: now.
  due_at timestamptz,
  -- The text that is sent, from the first try on. Null before, and once it is evicted.
  body text,
  -- The person deleted their account. What is sent from then on does not name them.
  is_evicted boolean not null default false
);
create index webhook_deliveries_by_age on webhook_deliveries (happened_at);
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, delivery_id) where state = 'waiting';
create index webhook_deliveries_of_user on webhook_deliveries (user_id) where user_id is not null;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, delivery_id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, lane, delivery_id) where state = 'waiting';

-- The tries of a delivery.
create table webhook_attempts (
  attempt_id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  tried_at timestamptz not null,
  milliseconds integer not null,
  -- Null: no answer. problem says why.
  status integer,
  problem text not null default '',
  -- The beginning of the receiver's answer.
  answer text not null default '',
  signature text not null
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id);

-- The addresses of other systems that get events. Only administrators read them, because an address may be a secret.
create table webhooks (
  webhook_id integer generated always as identity primary key,
  name text not null,
  -- standard: JSON by the Standard Webhooks specification. slack and teams: a message by the template.
  kind text not null check (kind in ('standard', 'slack', 'teams')),
  url text not null,
  template text not null default '',
  -- The event types that it gets, as webhookEvents in contract/office/webhooks.
  events text[] not null,
  -- The permissions that decide what its events may contain.
  permissions text[] not null,
  -- Signs each request, so it is stored as it is. The receiver has it, too.
  secret text not null,
  -- Signs beside the new one until old_secret_until, while the receiver changes.
  old_secret text,
  old_secret_until timestamptz,
  added_at timestamptz not null,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('by-hand', 'gone', 'failing')),
  -- The first failure since the last success. Three days later, the webhook is turned off.
  failing_since timestamptz,
  -- The rounds of deliveries since the last success. They decide how long the webhook rests.
  failed_rounds integer not null default 0,
  rests_until timestamptz,
  -- The run that delivers. A run that dies loses it at leased_until.
  lease uuid,
  leased_until timestamptz,
  constraint webhooks_check1 check ((old_secret is null) = (old_secret_until is null)),
  check (is_on = (off_reason is null))
);

-- How the registrations of a slot compare with its webinar at the platform.
create table webinar_comparisons (
  event_slot_id integer primary key references event_slots on delete cascade,
  -- Requested and not done yet.
  asked_at timestamptz,
  -- Null: never compared.
  compared_at timestamptz,
  webinar_id text,
  people_here integer not null default 0,
  people_there integer not null default 0,
  problem text not null default '',
  -- When the platform holds the webinar: a list of {startsAt, endsAt}. Null: not asked yet.
  times_there jsonb,
  -- Somebody asked to write the portal's time to the platform, and it is not done yet.
  time_asked_at timestamptz,
  time_problem text not null default ''
);

-- Each person about whom portal and platform differ, found by the newest comparison.
create table webinar_differences (
  webinar_difference_id integer generated always as identity primary key,
  event_slot_id integer not null references webinar_comparisons on delete cascade,
  kind text not null check (kind in ('only-here', 'only-there', 'different')),
  registration_id integer references registrations on delete cascade,
  registrant_id text,
  email text not null,
  name text not null,
  words text not null,
  repair_asked_at timestamptz,
  problem text not null default ''
);
create index webinar_differences_of_registration on webinar_differences (registration_id) where registration_id is not null;
create index webinar_differences_of_slot on webinar_differences (event_slot_id, kind, email);

-- Everybody whom the webinar platform should add or remove: one row for a registration and a webinar.
create table webinar_registrants (
  registration_id integer not null references registrations on delete cascade,
  webinar_id text not null,
  -- In lower case, as the platform was told.
  email text not null,
  -- wanted: add. unwanted, delinking: remove. pending: a host has to approve. deferred: not before try_at. delinked: removed until the next sync.
  state text not null check (state in ('wanted', 'registered', 'pending', 'refused', 'deferred', 'unwanted', 'delinking', 'delinked')),
  -- The platform was asked and may have done it, so it is checked before it is asked again.
  is_asked boolean not null default false,
  registrant_id text,
  join_url text,
  -- The webinar platform's words for a refusal or a delay.
  problem text not null default '',
  try_at timestamptz,
  -- Counts the claims. Only the newest claim may note what the platform said.
  attempts integer not null default 0,
  leased_until timestamptz,
  -- The last sync or delink that included it, with its result in outcome.
  webinar_sync_id uuid,
  outcome text check (outcome in ('added', 'matched', 'removed', 'refused', 'deferred')),
  -- Kept by the database.
  state_since timestamptz not null default now(),
  -- The platform says that the person is registered although its list did not have them. They are not added again.
  known_at timestamptz,
  primary key (registration_id, webinar_id)
);
create index webinar_registrants_of_email on webinar_registrants (webinar_id, email);
create index webinar_registrants_of_sync on webinar_registrants (webinar_sync_id) where webinar_sync_id is not null;
create index webinar_registrants_open on webinar_registrants (try_at) where state in ('wanted', 'unwanted', 'deferred', 'delinking');
create trigger note_registrant before insert or update of state, registrant_id, email, join_url on webinar_registrants
  for each row execute function note_registrant();

-- The embedded stand-in for a webinar platform: whom it has registered.
create table webinar_room_registrants (
  registrant_id uuid default gen_random_uuid() primary key,
  webinar_id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  registered_at timestamptz not null default now(),
  -- Removed from the room since then. The row stays, because its visits are evidence.
  removed_at timestamptz,
  -- The secret of the link into the room. Null: the registrant id, in a link that an earlier version made.
  seat_code uuid,
  unique (webinar_id, email)
);
create index webinar_room_registrants_of_code on webinar_room_registrants (coalesce(seat_code, registrant_id));

-- Visits to the embedded webinar rooms.
create table webinar_room_visits (
  webinar_room_visit_id bigint generated always as identity primary key,
  registrant_id uuid not null references webinar_room_registrants on delete cascade,
  joined_at timestamptz not null,
  left_at timestamptz not null
);
create index webinar_room_visits_of_registrant on webinar_room_visits (registrant_id, joined_at desc);

-- A sync or delink of a slot: everybody is registered at the platform, or removed from it.
create table webinar_syncs (
  webinar_sync_id uuid default gen_random_uuid() primary key,
  kind text not null check (kind in ('sync', 'delink')),
  event_slot_id integer not null references event_slots,
  webinar_id text not null,
  uses_email_as_name boolean not null default false,
  started_by uuid references users on delete set null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- It ended early, for the reason in problem.
  is_stopped boolean not null default false,
  problem text not null default '',
  -- The result when it ended. Null: count the registrants.
  figures jsonb
);
create unique index one_webinar_sync on webinar_syncs (event_slot_id) where ended_at is null;
create index webinar_syncs_of_slot on webinar_syncs (event_slot_id, started_at desc);

-- The registrations that belong into the webinar of a slot: its own, and make-ups of other slots. None of them is canceled.
create function admitted_to(slot integer) returns setof integer language sql stable begin atomic select r.registration_id from registrations r where ((r.event_slot_id = admitted_to.slot) and (r.cancelled_at is null)) union select r.registration_id from (make_ups m join registrations r on ((r.registration_id = m.registration_id))) where ((m.event_slot_id = admitted_to.slot) and (m.ended_at is null) and (r.cancelled_at is null)); end;

-- The credit that counts, as standingCredit() in contract/ledger/credits: the newest that a person has set and nobody released, else the newest of the rule.
create function standing_credit(registration integer) returns table(credit_id integer, hours integer, is_decided boolean, decided_by uuid) language sql stable parallel safe begin atomic select c.credit_id, (c.minutes / 60), (c.source <> 'attendance'), c.decided_by from credits c where ((c.registration_id = standing_credit.registration) and (c.act = 'set') and ((c.source = 'attendance') or (c.credit_id > coalesce(( select max(r.credit_id) as max from credits r where ((r.registration_id = standing_credit.registration) and (r.act = 'release'))), 0)))) order by (c.source <> 'attendance') desc, c.credit_id desc limit 1; end;

-- The hours of the standing credit by renewal year, as the newest finding that gave them says; null if a person decided. After an undo, that is an earlier finding.
create function found_hours_by_season(registration integer) returns jsonb language sql stable parallel safe cost 1 begin atomic select (f.finding -> 'hoursBySeason') from ((standing_credit(found_hours_by_season.registration) standing(credit_id, hours, is_decided, decided_by) join credits c on (((c.registration_id = found_hours_by_season.registration) and (c.act = 'set') and (c.source = 'attendance')))) join credit_findings f on (((f.credit_finding_id = c.credit_finding_id) and (f.hours = standing.hours)))) where (not standing.is_decided) order by c.credit_id desc limit 1; end;

-- The newest identity of a registration in a webinar, from which its join URL is read.
create function newest_identity(registration integer, webinar text) returns table(registrant_id text, email text, join_url text, since timestamptz) language sql stable parallel safe begin atomic select i.registrant_id, i.email, i.join_url, i.since from platform_identities i where ((i.registration_id = newest_identity.registration) and (i.webinar_id = newest_identity.webinar)) order by i.platform_identity_id desc limit 1; end;

-- The seats of a slot that are neither taken nor offered, below 0 if it is overbooked. Null: no limit.
create function seats_free(slot integer) returns integer language sql stable begin atomic select case when (event_slots.capacity is not null) then ((event_slots.capacity - ( select (coalesce(sum(kept.registrations), (0)::bigint))::integer as "coalesce" from registration_counts kept where (kept.event_slot_id = seats_free.slot))) - ( select (count(*))::integer as count from waitlist_entries w where ((w.event_slot_id = seats_free.slot) and (w.state = 'offered') and (not (exists ( select from registrations r where ((r.user_id = w.user_id) and (r.event_slot_id = w.event_slot_id) and (r.cancelled_at is null)))))))) else null::integer end as "case" from event_slots where (event_slots.event_slot_id = seats_free.slot); end;

-- The seats of a slot for people who are not on its waitlist, below 0 if it is overbooked. Null: no limit.
create function seats_left(slot integer) returns integer language sql stable begin atomic select least(free.seats, greatest(0, (free.seats - ( select (count(*))::integer as count from waitlist_entries w where ((w.event_slot_id = seats_left.slot) and (w.state = 'waiting') and (not (exists ( select from registrations r where ((r.user_id = w.user_id) and (r.event_slot_id = w.event_slot_id) and (r.cancelled_at is null)))))))))) as "least" from seats_free(seats_left.slot) free(seats) where (free.seats is not null); end;

-- For a read-only role: docs/warehouse.md.
create schema warehouse;

create view warehouse.certificates as
 select certificates.certificate_id,
    certificates.registration_id,
    certificates.serial,
    certificates.issue,
    certificates.person_name,
    certificates.event_name,
    certificates.hours,
    certificates.issued_at,
        case
            when certificates.issue < max(certificates.issue) over (partition by certificates.registration_id) then 'replaced'
            when registrations.certificate_code = certificates.code then 'valid'
            else 'withdrawn'
        end as state
   from certificates
     join registrations using (registration_id);

create view warehouse.credits as
 select credit_id,
    registration_id,
    act,
    minutes / 60 as hours,
    source,
    reason,
    decided_at
   from credits;

create view warehouse.emails as
 select mail_id,
    registration_id,
    to_address,
    subject,
    status,
    created_at,
    sent_at
   from mails
  where not is_secret;

create view warehouse.events as
 select event_id,
    event_name,
    course_number,
    is_enabled as is_open,
    is_draft,
    created_at,
    deleted_at
   from events;

create view warehouse.hours_by_day as
 select registrations.registration_id,
    (day.value ->> 'on')::date as earned_on,
    (day.value ->> 'hours')::integer as hours
   from registrations,
    lateral jsonb_array_elements(registrations.credited_days) day(value);

create view warehouse.people as
 select user_id,
    email,
    first_name,
    last_name,
    company_name,
    country,
    state,
    zip,
    nullif(replace(phone, '||', ' '), '') as phone,
    aopa_number,
    nbaa_number,
    vai_number,
    has_given_mailing_consent as has_mailing_consent,
    registered_at
   from users
  where merged_into is null and role = 'user';

create view warehouse.registrations as
 select registration_id,
    user_id,
    event_id,
    event_slot_id,
    registered_at,
    cancelled_at as canceled_at,
    hours
   from registrations;

create view warehouse.slots as
 select event_slots.event_slot_id,
    event_slots.event_id,
    focuses.focus_name as event_type,
    event_slots.start_on,
    event_slots.end_on,
    event_slots.start_time,
    event_slots.end_time,
    events.venue,
    event_slots.capacity,
    event_slots.is_open,
    event_slots.deleted_at
   from event_slots
     join events using (event_id)
     join focuses using (focus_id);

insert into focuses (focus_id, focus_name) values
  (1, 'Rotorcraft'),
  (2, 'Piston'),
  (3, 'Turbine'),
  (4, 'South Carolina');

insert into credit_rules (credit_rule_id, season, version, is_in_person, figures, reason, made_by) overriding system value values
  (1, 2026, 1, false, '{"code": "hours-2", "mode": "each", "polls": {"per": "hour", "needed": 1, "lateMinutes": 5}, "mostHours": 8, "phonePolls": "needed", "rolesCounted": ["attendee", "panelist"], "neededMinutes": 45, "periodMinutes": 60, "leastHoursADay": 1, "teachingMinutes": 50, "forgivenGapSeconds": 120, "forgivenSecondsAnHour": 300}', 'First figures', NULL),
  (2, 2026, 2, true, '{"code": "hours-2", "mode": "each", "polls": {"per": "none", "needed": 1, "lateMinutes": 5}, "mostHours": 8, "phonePolls": "needed", "rolesCounted": ["attendee", "panelist"], "coursesAnHour": 2, "neededMinutes": 45, "periodMinutes": 60, "leastHoursADay": 1, "teachingMinutes": 50, "forgivenGapSeconds": 120, "forgivenSecondsAnHour": 300}', 'First figures', NULL);

alter table credit_rules alter column credit_rule_id restart with 3;

insert into providers (provider_id, provider_name, contact, signatory_name, signatory_title, signature_hash, saved_at, saved_by, signature_width, signature_height, signature_colors, signature_opacity, postal_address) values
  (1, 'IA Renewal Seminars', NULL, 'Course Coordinator', 'Authorized representative of the training provider', NULL, NULL, NULL, null, null, NULL, NULL, '');

insert into migrations (name, checksum) values
  ('0208-fewer-triggers.sql', 'a5c2bbaa08ac0dcb480f7cf546ea6c4d333d60c8956d38b34de1ffec06ea93dd'),
  ('0213-check-ins.sql', '73bbc63c0e195acb553d08df2babb3f3c477d73ba9208dcc4933f057b88b385e'),
  ('0216-lists-in-order.sql', '10e0c73232b2083baf560fdf26af0d906f4b7fb6953b9f9ed1e355faaad66949'),
  ('0219-plainer-waitlists.sql', '9704e76ed03498c4a165bc3515f785906568dff2b299936add2ee3fb4812ffa6'),
  ('0220-mails-without-months.sql', 'e38a5e38899ce0d7a204ed25f94aa3de4ce89082cab44cf0f8449eef2e840963'),
  ('0223-postal-address.sql', '8de12636cf5e3fabb95c33e92b766ac29fb2593394fbffc0e4df6ed88fb2093f'),
  ('0224-api-keys.sql', 'efe5a8178b3d126928bc4c0c6caad2c9245de79568822cfcd926edb7cce7122b'),
  ('0225-credit-rosters.sql', '2fdb7f1665b347d7c93512c61259cc9dd720301a40523f8eeb22d942385b0ad3'),
  ('0226-warehouse.sql', '845c5e9090262708a301b4ede06106b52060f2592d6d668a6069cfdaa33eb0a6'),
  ('0227-webhooks.sql', '05d64ef39ba1275f1723b7f61cb751ca9edf3e550b643f46f62f378442461967'),
  ('0228-single-sign-ons.sql', '0e083ccb3787b5dc0958d7ead0c8e50f94469ccea86552d2bf3ab033357e6b6c'),
  ('0229-embeds-and-brands.sql', 'c82fee30fdca2909b9be472a68a31ea1638d86f9ef26b0872b732f7106dba78a'),
  ('0230-imports.sql', '65ceb28d0d0eed9c25503f946c8e31f0ab57552cc5dbbebd99551ff8b94d2b1d'),
  ('0231-event-questions.sql', '2d3d621abdfb2192c0b2a62609b14b499ee0178e2846ebb3cceab3e9776574e4'),
  ('0232-emails-of-import-rows.sql', '2effc789ea27debc43670544893904e1abd739133c5d9995436039b6dd9043e8'),
  ('0233-seats-told-with-counts.sql', '3dcc59ef312ab0f573db6a939535cd777a6535406931bd11cec4424364db6889'),
  ('0234-certificates-put-back.sql', 'f44cad1d3548d26e1c1c28cb64d6c1ca6d1c9f70d06951eb335d906ae7c2bc3c');
