-- A decision can be about the ledger, too: which credit counts. Decisions go after three years, with the reports that they are about.
alter table attendance_decisions
  drop constraint attendance_decisions_act_check,
  add column credit_id integer references credits on delete set null
    constraint attendance_decisions_act_check check (act in ('match', 'state', 'set-aside', 'settle', 'credit', 'withdraw'));
comment on column attendance_decisions.act is 'match: the rows belong to these registrations, or to nobody of ours. state: a registration was there from and to. set-aside: a wait needs nothing. settle: the reports are final. credit: hours were set, as the credit says. withdraw: no decision about the subject.';
comment on column attendance_decisions.credit_id is 'For act credit: the hours that it set, of the registration or of another one for the same time.';
comment on column attendance_decisions.registration_ids is 'For act match: the registrations of the rows; empty for nobody of ours. Else the registration that it is about.';

create or replace trigger append_only
  before update of attendance_decision_id, event_slot_id, act, subject, registration_ids, from_at, to_at, reason, file, file_name, decided_at or truncate on attendance_decisions
  for each statement execute function refuse_change();
create function refuse_early_end_of_decision() returns trigger language plpgsql as $$
begin
  if old.decided_at < now() - interval '3 years' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_early_end_of_decision() is 'Append-only: a decision goes after three years.';
create trigger append_only_kept before delete on attendance_decisions
  for each row execute function refuse_early_end_of_decision();
