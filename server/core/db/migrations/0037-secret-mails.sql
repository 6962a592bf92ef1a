-- When the code in a secret mail has run out, its body goes: those of before are told apart by no time of their own.
update mails set expires_at = created_at + interval '8 days' where is_secret and expires_at is null and text <> '';

create index mails_secret on mails (expires_at) where is_secret and text <> '';
