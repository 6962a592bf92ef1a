-- Emails about a certificate that was withdrawn or corrected.
alter table credits
  -- false: whoever decided it did not want the person to be emailed about the correction.
  add column mails_correction boolean not null default true;

alter table certificate_mails
  -- The credit of 0 hours, if the email says that the certificate was withdrawn.
  add column withdrawn_by integer references credits on delete cascade;

create index certificate_mails_of_withdrawal on certificate_mails (withdrawn_by) where withdrawn_by is not null;

-- As before, and of the new column.
drop trigger append_only on credits;

create trigger append_only before truncate
  or update of credit_id, registration_id, minutes, source, rule_version, reason, decided_at, mails_correction on credits
  for each statement execute function refuse_change();
