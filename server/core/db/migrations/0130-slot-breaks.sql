-- Nobody is taught during the breaks of a slot.
alter table event_slots add column breaks jsonb not null default '[]';
comment on column event_slots.breaks is 'As SlotBreak in contract/events/slots, in order: Eastern, on each day of the slot.';

create function courses_of_day(start_time time, end_time time, breaks jsonb, courses_an_hour integer) returns integer
language plpgsql immutable parallel safe as $$
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
comment on function courses_of_day is 'The courses that a day of a slot has between its breaks, as plannedBegins in contract/events/slots. An hour is one course or two.';
