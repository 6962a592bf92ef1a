-- Expands.
create table webhooks (
  webhook_id integer generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('standard', 'slack', 'teams')),
  url text not null,
  template text not null default '',
  events text[] not null,
  permissions text[] not null,
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  added_at timestamptz not null,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('by-hand', 'gone', 'failing')),
  failing_since timestamptz,
  failed_rounds integer not null default 0,
  rests_until timestamptz,
  lease uuid,
  leased_until timestamptz,
  check (is_on = (off_reason is null)),
  check ((old_secret is null) = (old_secret_until is null))
);
comment on table webhooks is 'The addresses of other systems that get events. Only administrators read them, because an address may be a secret.';
comment on column webhooks.kind is 'standard: JSON by the Standard Webhooks specification. slack and teams: a message by the template.';
comment on column webhooks.events is 'The event types that it gets, as webhookEvents in contract/office/webhooks.';
comment on column webhooks.permissions is 'The permissions that decide what its events may contain.';
comment on column webhooks.secret is 'Signs each request, so it is stored as it is. The receiver has it, too.';
comment on column webhooks.old_secret is 'Signs beside the new one until old_secret_until, while the receiver changes.';
comment on column webhooks.failing_since is 'The first failure since the last success. Three days later, the webhook is turned off.';
comment on column webhooks.failed_rounds is 'The rounds of deliveries since the last success. They decide how long the webhook rests.';
comment on column webhooks.lease is 'The run that delivers. A run that dies loses it at leased_until.';

create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  message_id uuid not null default gen_random_uuid(),
  webhook_id integer not null,
  activity_id bigint,
  type text not null,
  registration_id integer,
  user_id uuid,
  lane text not null generated always as (coalesce('r' || registration_id, 'u' || user_id, '')) stored,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_tried_at timestamptz,
  due_at timestamptz,
  body text,
  is_evicted boolean not null default false
);
comment on table webhook_deliveries is 'One event for one webhook. Rows are deleted after 30 days.';
comment on column webhook_deliveries.message_id is 'The id by which the receiver knows a repetition. A restored database does not repeat it for another event.';
comment on column webhook_deliveries.webhook_id is 'No foreign key: a registration that writes a delivery must not wait for a change of the webhook. Rows of a deleted one go with it, late ones with the retention.';
comment on column webhook_deliveries.user_id is 'The person, so that their data can be evicted. No foreign key, as webhook_id.';
comment on column webhook_deliveries.lane is 'Deliveries of one lane arrive in order: those of a registration, else of a person.';
comment on column webhook_deliveries.due_at is 'The next try. Null: now.';
comment on column webhook_deliveries.body is 'The text that is sent, from the first try on. Null before, and once it is evicted.';
comment on column webhook_deliveries.is_evicted is 'The person deleted their account. What is sent from then on does not name them.';
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, delivery_id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, lane, delivery_id) where state = 'waiting';
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, delivery_id) where state = 'waiting';
create index webhook_deliveries_of_user on webhook_deliveries (user_id) where user_id is not null;
create index webhook_deliveries_by_age on webhook_deliveries (happened_at);

create table webhook_attempts (
  attempt_id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  tried_at timestamptz not null,
  milliseconds integer not null,
  status integer,
  problem text not null default '',
  answer text not null default '',
  signature text not null
);
comment on table webhook_attempts is 'The tries of a delivery.';
comment on column webhook_attempts.status is 'Null: no answer. problem says why.';
comment on column webhook_attempts.answer is 'The beginning of the receiver''s answer.';
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id);

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
comment on function webhook_types(text, jsonb) is 'Returns the event types of an activity, as webhookEvents in contract/office/webhooks.';

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
comment on function write_webhook_deliveries() is 'Writes the deliveries of new activities, and the jobs that deliver them, in the transaction of the activity. Locks no webhook.';
create trigger write_webhook_deliveries after insert on activities
  referencing new table as come for each statement execute function write_webhook_deliveries();
