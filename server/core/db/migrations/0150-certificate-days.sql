-- A certificate names the days on which its hours were earned.
alter table certificates add column by_day jsonb;
comment on column certificates.by_day is 'The days of its hours, as in credits. Null: issued before days were stored; start_on and end_on are then those of the slot, else the first and last day with hours.';
create trigger append_only before truncate
  or update of certificate_id, registration_id, issue, serial, person_name, event_name, focus_id, start_on, end_on, hours, issued_at, code, credit_id, provider_id, course_number, is_in_person, by_day
  on certificates
  for each statement execute function refuse_change();
