-- A profile that was typed before the address was proven waits with its link, which may be opened on another device.
alter table identity_codes add column profile jsonb;
comment on column identity_codes.profile is 'The profile that was typed when the link was requested, for at most an hour. The answer to the link has it. Null: none.';
