-- When a mail last left, and its place among urgent ones.
alter table mails add column left_at timestamptz;
alter table mails add column seconds_valid integer;
alter table mails add column rank smallint not null default 0;
comment on column mails.left_at is 'When the mail last left for the mail server. The life of a sign-in link begins then.';
comment on column mails.seconds_valid is 'For a secret mail: how long its code works after it has left. Null: until expires_at.';
comment on column mails.rank is 'Among urgent mails that are not first, those with a lower rank leave first. A link for a newcomer has a higher one, the more newcomers its network has named.';

alter table identity_codes
  add column mail_id bigint references mails on delete cascade,
  add column asked_at timestamptz not null default now(),
  add column event_slot_id integer;
create index identity_codes_of_mail on identity_codes (mail_id) where mail_id is not null;
comment on column identity_codes.mail_id is 'The mail that brings the code, and ends it some time after it has left; expires_at ends it in any case. Null: the code came otherwise, or an earlier version made it.';
comment on column identity_codes.event_slot_id is 'The time slot to which the link leads. Null: to none.';
