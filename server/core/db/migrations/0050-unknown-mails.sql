-- The portal itself sent the mail a second time, because nobody knew whether the first had arrived.
alter table mails add column is_sent_again boolean not null default false;
