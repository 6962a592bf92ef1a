-- Administrators answer for people who told them so on the telephone; null: the person's own answer.
alter table mailing_consents add column answered_by uuid references users on delete set null;
create index mailing_consents_answered_by on mailing_consents (answered_by) where answered_by is not null;
