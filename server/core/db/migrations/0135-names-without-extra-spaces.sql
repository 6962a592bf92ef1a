-- Names are stored without spaces around them and with single spaces within. Certificates that were issued keep what they say.
update users set first_name = spaced.first_name, last_name = spaced.last_name
from (
  select user_id, btrim(regexp_replace(first_name, kinds, ' ', 'g')) as first_name,
    btrim(regexp_replace(last_name, kinds, ' ', 'g')) as last_name
  from users, (values ('[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+')) of_spaces (kinds)
) spaced
where users.user_id = spaced.user_id and (users.first_name, users.last_name) <> (spaced.first_name, spaced.last_name);
