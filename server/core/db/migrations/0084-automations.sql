-- How far the hours of an event are credited without a click.
create table event_automations (
  event_id integer primary key references events,
  mode text not null check (mode in ('by-hand', 'propose', 'credit', 'credit-and-mail')),
  set_by uuid references users on delete set null,
  set_at timestamptz not null
);
comment on table event_automations is 'The automation of events'' credits. An event without a row is credited by hand.';
create index event_automations_of_setter on event_automations (set_by) where set_by is not null;
