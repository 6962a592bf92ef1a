-- What a company's warehouse reads. These names and meanings stay; a later version only adds columns at the end.
create schema warehouse;
comment on schema warehouse is 'Views for a read-only role: see docs/warehouse.md.';

create view warehouse.people as
  select user_id, email, first_name, last_name, company_name, country, state, zip, nullif(replace(phone, '||', ' '), '') as phone, aopa_number,
    nbaa_number, vai_number, has_given_mailing_consent as has_mailing_consent, registered_at
  from users where merged_into is null and role = 'user';

create view warehouse.events as
  select event_id, event_name, course_number, is_enabled as is_open, is_draft, created_at, deleted_at from events;

create view warehouse.slots as
  select event_slot_id, event_id, focus_name as event_type, start_on, end_on, start_time, end_time, venue, capacity, is_open,
    event_slots.deleted_at
  from event_slots join events using (event_id) join focuses using (focus_id);

create view warehouse.registrations as
  select registration_id, user_id, event_id, event_slot_id, registered_at, cancelled_at as canceled_at, hours from registrations;

create view warehouse.hours_by_day as
  select registration_id, (day->>'on')::date as earned_on, (day->>'hours')::integer as hours
  from registrations, jsonb_array_elements(credited_days) day;

create view warehouse.credits as
  select credit_id, registration_id, act, minutes / 60 as hours, source, reason, decided_at from credits;

create view warehouse.certificates as
  select certificate_id, registration_id, serial, issue, person_name, certificates.event_name, certificates.hours, issued_at,
    case when issue < max(issue) over (partition by registration_id) then 'replaced'
      when certificate_code = code then 'valid' else 'withdrawn' end as state
  from certificates join registrations using (registration_id);

create view warehouse.emails as
  select mail_id, registration_id, to_address, subject, status, created_at, sent_at from mails where not is_secret;
