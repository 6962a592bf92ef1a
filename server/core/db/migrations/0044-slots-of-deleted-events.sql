-- Deleting an event did not delete its slots, so they stayed among the webinars.
update event_slots s set deleted_at = e.deleted_at, version = s.version + 1
from events e where e.event_id = s.event_id and e.deleted_at is not null and s.deleted_at is null;
