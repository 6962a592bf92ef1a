alter table providers add column postal_address text not null default '';
comment on column providers.postal_address is 'On the last lines of news, which must name one (CAN-SPAM Act); empty: no news is sent.';
