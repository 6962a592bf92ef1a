-- Long days in person have lunch, past ones too. Hours that were counted by then do not change: their rule knows no breaks.
update event_slots slot set breaks = '[{"from": "12:00", "to": "13:00", "name": "Lunch"}]'
from events event
where event.event_id = slot.event_id and coalesce(event.is_in_person, slot.focus_id = 4)
  and slot.end_time - slot.start_time > interval '5 hours' and slot.start_time <= '12:00' and slot.end_time >= '13:00';
