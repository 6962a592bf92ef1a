-- Whoever registers for a slot with seats asks who canceled a moment ago. Without an index, that read all registrations for each slot.
create index registrations_canceled on registrations (event_slot_id, cancelled_at) where cancelled_at is not null;
