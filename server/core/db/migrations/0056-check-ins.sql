create table check_ins (
  registration_id integer not null references registrations on delete cascade,
  day_on date not null,
  checked_in_at timestamptz not null,
  checked_in_by uuid references users on delete set null,
  primary key (registration_id, day_on)
);

create index check_ins_checked_in_by on check_ins (checked_in_by) where checked_in_by is not null;

comment on table check_ins is 'Somebody came to a day of an in-person slot.';
comment on column check_ins.checked_in_by is 'null: they have deleted their account.';
