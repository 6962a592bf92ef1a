-- Contracts: unused since 0.9.0.
-- One function keeps every append-only table. What its rows may lose is in the arguments of its triggers.
create function append_only() returns trigger language plpgsql as $$
declare
  kept_from text := (select substr(argument, 11) from unnest(tg_argv) argument where argument like 'kept from %');
  is_over boolean;
begin
  if tg_op = 'DELETE' then
    if kept_from is not null then
      execute format('select ($1).%I < now() - interval ''3 years''', kept_from) into is_over using old;
    end if;
    if is_over or pg_trigger_depth() > 1 then
      return old;
    end if;
  elsif pg_trigger_depth() > 1 or (
    select bool_and(
      key || ' may go' = any(tg_argv) and coalesce(now.value, '') = ''
      or key || ' once' = any(tg_argv) and before.value is null
    )
    from jsonb_each_text(to_jsonb(new)) now join jsonb_each_text(to_jsonb(old)) before using (key)
    where now.value is distinct from before.value
  ) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function append_only() is 'Refuses to change or delete a row. Foreign keys may, which act at a deeper level: a row goes with what it belongs to, and loses the name of a person who has deleted their account. Arguments allow more: the deletion of a row three years after a time, a column that may become empty, and one that may be filled once.';

drop trigger append_only on activities;
drop trigger append_only_row on activities;
drop trigger append_only on attendance_answers;
drop trigger append_only_row on attendance_answers;
drop trigger append_only on attendance_decisions;
drop trigger append_only_kept on attendance_decisions;
drop trigger append_only_row on attendance_decisions;
drop trigger append_only on attendance_readings;
drop trigger append_only_row on attendance_readings;
drop trigger append_only on attendance_reports;
drop trigger append_only_row on attendance_reports;
drop trigger append_only on attendance_visits;
drop trigger append_only_row on attendance_visits;
drop trigger append_only on certificate_credentials;
drop trigger append_only on certificates;
drop trigger append_only on credit_findings;
drop trigger append_only_row on credit_findings;
drop trigger append_only on credit_review_answers;
drop trigger append_only_row on credit_review_answers;
drop trigger append_only on credit_reviews;
drop trigger append_only_row on credit_reviews;
drop trigger append_only on credit_rules;
drop trigger append_only_row on credit_rules;
drop trigger append_only on credits;
drop trigger append_only_row on credits;
drop trigger append_only on join_openings;
drop trigger append_only_row on join_openings;
drop trigger append_only on platform_identities;
drop trigger append_only_row on platform_identities;
drop trigger append_only on poll_code_answers;
drop trigger append_only_row on poll_code_answers;
drop trigger append_only on poll_codes;
drop trigger append_only_row on poll_codes;
drop trigger append_only on providers;
drop trigger append_only on sign_in_sheets;
drop trigger append_only_kept on sign_in_sheets;
drop trigger append_only on signatures;
drop trigger append_only on slot_agendas;
drop trigger append_only_row on slot_agendas;
drop function refuse_change();
drop function refuse_change_of_activity();
drop function refuse_change_of_attendance();
drop function refuse_change_of_attendance_report();
drop function refuse_change_of_credit();
drop function refuse_change_of_finding();
drop function refuse_change_of_identity();
drop function refuse_change_of_join_opening();
drop function refuse_change_of_poll_answer();
drop function refuse_change_of_poll_code();
drop function refuse_change_of_review();
drop function refuse_change_of_review_answer();
drop function refuse_change_of_statement();
drop function refuse_early_end_of_decision();
drop function refuse_early_end_of_sheet();

create trigger append_only before delete or update on activities for each row execute function append_only();
create trigger append_only before delete or update on attendance_answers for each row execute function append_only();
create trigger append_only before delete or update on attendance_decisions for each row execute function append_only('kept from decided_at');
create trigger append_only before delete or update on attendance_readings for each row execute function append_only();
create trigger append_only before delete or update on attendance_reports for each row execute function append_only('kept from received_at');
create trigger append_only before delete or update on attendance_visits for each row execute function append_only();
create trigger append_only before update on certificate_credentials for each row execute function append_only();
create trigger append_only before delete or update on certificates for each row execute function append_only();
create trigger append_only before delete or update on credit_findings for each row execute function append_only();
create trigger append_only before delete or update on credit_review_answers for each row execute function append_only('words may go');
create trigger append_only before delete or update on credit_reviews for each row execute function append_only('kept from asked_at', 'words may go', 'file may go', 'file_name may go');
create trigger append_only before delete or update on credit_rules for each row execute function append_only();
create trigger append_only before delete or update on credits for each row execute function append_only();
create trigger append_only before delete or update on join_openings for each row execute function append_only('kept from opened_at');
create trigger append_only before delete or update on platform_identities for each row execute function append_only();
create trigger append_only before delete or update on poll_code_answers for each row execute function append_only('kept from answered_at');
create trigger append_only before delete or update on poll_codes for each row execute function append_only('kept from closes_at', 'withdrawn_at once');
create trigger append_only before delete or update on providers for each row execute function append_only();
create trigger append_only before delete or update on sign_in_sheets for each row execute function append_only('kept from uploaded_at');
create trigger append_only before delete or update on signatures for each row execute function append_only();
create trigger append_only before delete or update on slot_agendas for each row execute function append_only();

-- A trigger for each row does not see this.
revoke truncate on activities from current_user;
revoke truncate on attendance_answers from current_user;
revoke truncate on attendance_decisions from current_user;
revoke truncate on attendance_readings from current_user;
revoke truncate on attendance_reports from current_user;
revoke truncate on attendance_visits from current_user;
revoke truncate on certificate_credentials from current_user;
revoke truncate on certificates from current_user;
revoke truncate on credit_findings from current_user;
revoke truncate on credit_review_answers from current_user;
revoke truncate on credit_reviews from current_user;
revoke truncate on credit_rules from current_user;
revoke truncate on credits from current_user;
revoke truncate on join_openings from current_user;
revoke truncate on platform_identities from current_user;
revoke truncate on poll_code_answers from current_user;
revoke truncate on poll_codes from current_user;
revoke truncate on providers from current_user;
revoke truncate on sign_in_sheets from current_user;
revoke truncate on signatures from current_user;
revoke truncate on slot_agendas from current_user;
