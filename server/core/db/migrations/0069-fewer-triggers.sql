-- Far pages and lists by people's fields walk an index instead of asking tables that every registration updated.
drop trigger days_deleted on registrations;
drop trigger days_inserted on registrations;
drop trigger days_updated on registrations;
drop trigger note_inserted on registrations;
drop trigger note_updated on registrations;

-- The version before reads these while it runs beside this one. It now skips nobody, and walks to a far page from the end.
update users set has_registered = true where not has_registered;
alter table users alter column has_registered set default true;
comment on column users.has_registered is 'Unused. A later release drops it.';
delete from registration_days;
insert into registration_days (day, shard, registrations) values ('0001-01-01', 0, 2147483647), ('9999-01-01', 0, 2147483647);
comment on table registration_days is 'Unused. A later release drops it, count_days() and note_registered().';

-- A search is counted once, until a person changes in any way.
drop trigger count_changed on users;
create trigger count_changed after update on users
  for each row when (old.* is distinct from new.*) execute function count_change_of_user();
