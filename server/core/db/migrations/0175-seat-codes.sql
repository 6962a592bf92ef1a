-- A registrant id is no secret: it is in reports and decisions, which every reader of the records sees.
alter table webinar_room_registrants add seat_code uuid;
create index webinar_room_registrants_of_code on webinar_room_registrants (coalesce(seat_code, registrant_id));
comment on column webinar_room_registrants.seat_code is 'The secret of the link into the room. Null: the registrant id, in a link that an earlier version made.';
