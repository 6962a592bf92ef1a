-- People who miss an hour may attend it in another slot of the event.
create table make_ups (
  make_up_id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  event_slot_id integer not null references event_slots on delete cascade,
  made_at timestamptz not null,
  ended_at timestamptz
);
comment on table make_ups is 'A registration is admitted to the webinar of another slot of its event, for hours that its person misses. It has no seat there, and earns nothing by itself.';
comment on column make_ups.ended_at is 'Given up, or the slot was deleted. Null: it counts as long as the registration is not canceled.';
create unique index one_make_up on make_ups (registration_id, event_slot_id) where ended_at is null;
create index make_ups_of_registration on make_ups (registration_id);
create index make_ups_of_slot on make_ups (event_slot_id);

create function admitted_to(slot integer) returns setof integer language sql stable
begin atomic
  select r.registration_id from registrations r
  where r.event_slot_id = admitted_to.slot and r.cancelled_at is null
  union
  select r.registration_id from make_ups m join registrations r on r.registration_id = m.registration_id
  where m.event_slot_id = admitted_to.slot and m.ended_at is null and r.cancelled_at is null;
end;
comment on function admitted_to is 'The registrations that belong into the webinar of a slot: its own, and make-ups of other slots. None of them is canceled.';
