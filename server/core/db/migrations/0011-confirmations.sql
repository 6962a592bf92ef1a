-- What people were last told of their registrations: changes that come quickly are told together.
create table confirmations (
  registration_id integer primary key references registrations,
  event_slot_id integer not null references event_slots,
  confirmed_at timestamptz not null
);

insert into confirmations (registration_id, event_slot_id, confirmed_at)
select registration_id, event_slot_id, registered_at from registrations;

-- Those that still wait to be confirmed have a job that does so.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    delete from confirmations using pgboss.job j
    where j.name = 'confirm-registration' and j.state < 'completed'
      and registration_id = (j.data->>'registrationId')::integer;
  end if;
end $$;
