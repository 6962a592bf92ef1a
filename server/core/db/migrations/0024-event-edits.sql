-- Events, slots, speakers and sponsors are edited: whoever has read an older version is told before they write.
alter table events
  add column version integer not null default 0,
  -- What was deleted stays for the history that tells of it; nobody is offered it.
  add column deleted_at timestamptz;

alter table event_slots
  add column version integer not null default 0,
  add column deleted_at timestamptz,
  -- Counts the changes of its time and place, so that each is told once.
  add column schedule integer not null default 0;

alter table speakers add column version integer not null default 0;
alter table sponsors add column version integer not null default 0;

-- When and where people were told to come: the slot may have another time by now.
alter table confirmations
  add column start_on date,
  add column end_on date,
  add column start_time time,
  add column end_time time,
  add column venue text;

update confirmations c
set start_on = s.start_on, end_on = s.end_on, start_time = s.start_time, end_time = s.end_time, venue = e.venue
from event_slots s join events e using (event_id)
where s.event_slot_id = c.event_slot_id;

alter table confirmations
  alter column start_on set not null,
  alter column end_on set not null,
  alter column start_time set not null,
  alter column end_time set not null;
