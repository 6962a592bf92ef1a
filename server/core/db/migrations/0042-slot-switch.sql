-- A slot can be closed to people by itself, while its event stays open.
alter table event_slots add column is_open boolean not null default true;
