-- The finished list of events says what each slot's hours need, by the figures of its season or as its hours were stated.
create trigger events_changed after insert or delete or update or truncate on credit_rules
  for each statement execute function tell_events_changed();
create trigger events_changed after insert or delete or update or truncate on slot_agendas
  for each statement execute function tell_events_changed();
