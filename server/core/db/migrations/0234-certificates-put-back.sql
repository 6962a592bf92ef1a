-- A release of a withdrawal, or a restored registration, put the rule's earlier credit back, but not the code of its certificate.
-- The certificate of that credit is valid again.
update registrations set certificate_code = newest.code
from (select distinct on (registration_id) registration_id, credit_id, code from certificates order by registration_id, issue desc) newest,
  lateral standing_credit(newest.registration_id) standing
where registrations.registration_id = newest.registration_id and standing.credit_id = newest.credit_id
  and registrations.hours > 0 and certificate_code is null and cancelled_at is null;
