-- Sign-in links of known people leave before those of addresses that nobody has.
alter table mails add column is_first boolean not null default false;
