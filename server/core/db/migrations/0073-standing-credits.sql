-- A credit sets hours, or releases the registration to the rule after a person had decided. The version before only sets hours.
-- Credited time is whole hours: minutes of instruction never were credits, and dividing them by 60 would lose hours.
alter table credits add column act text not null default 'set'
  constraint credits_act check (act in ('set', 'release'))
  constraint credits_minutes_whole check (minutes % 60 = 0);
comment on table credits is 'Decisions about hours of credit. Append-only: standing_credit() says which one counts.';
comment on column credits.minutes is 'Credited time, 60 for each hour; never minutes of instruction. Of a release: what the rule gives.';
comment on column credits.act is 'A release ends what people have set: the rule''s newest credit counts again.';
comment on column registrations.hours is 'Kept by the database: the hours of the standing credit.';

create or replace trigger append_only
  before update of credit_id, registration_id, minutes, source, rule_version, reason, decided_at, mails_correction, act or truncate on credits
  for each statement execute function refuse_change();

create function standing_credit(registration integer)
returns table (credit_id integer, hours integer, is_decided boolean, decided_by uuid) language sql stable parallel safe
begin atomic
  select c.credit_id, c.minutes / 60, c.source <> 'attendance', c.decided_by
  from credits c
  where c.registration_id = registration and c.act = 'set' and (c.source = 'attendance' or c.credit_id > coalesce(
    (select max(r.credit_id) from credits r where r.registration_id = registration and r.act = 'release'), 0))
  order by c.source <> 'attendance' desc, c.credit_id desc limit 1;
end;
comment on function standing_credit(integer) is 'The credit that counts, as standingCredit() in contract/ledger/credits: the newest that a person has set and nobody released, else the newest of the rule.';

create or replace function keep_credit() returns trigger language plpgsql as $$
begin
  update registrations r
  set hours = coalesce(standing.hours, 0), version = version + 1,
    certificate_code = case when standing.hours > 0 then certificate_code end
  from (select distinct registration_id from come) changed
  left join lateral standing_credit(changed.registration_id) standing on true
  where r.registration_id = changed.registration_id;
  return null;
end $$;
comment on function keep_credit() is 'Keeps hours, certificate link and version of registrations as the standing credit says, so that lists can sort by them.';
