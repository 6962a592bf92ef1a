import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { UserData } from './accounts.ts'
import { Certificate } from './certificates.ts'
import { endpoints } from './endpoints.ts'
import { AdminEvent, AdminSlot, EventSlotRow, Focus } from './events.ts'
import { EmailLog, MailboxMessage } from './mails.ts'
import { Pagination, RegisteredEvent } from './registrations.ts'
import { Speaker } from './speakers.ts'
import { Sponsor } from './sponsors.ts'

const shapes: [string, z.ZodMiniObject, string][] = [
  [
    'UserData',
    UserData,
    `user_id first_name last_name email state zip country company_name phone role registered_at is_aop_member
    aopa_number aopa_skipped nbaa_number nbaa_skipped vai_number vai_skipped has_given_mailing_consent
    mailing_consent_timestamp mailing_consent_event_name`,
  ],
  [
    'EventSlotRow',
    EventSlotRow,
    `event_id event_name event_slot_id start_date end_date start_time end_time description videoLink
    featured_sponsor_id focus_id focus_name isEnabled speakers sponsors`,
  ],
  [
    'RegisteredEvent',
    RegisteredEvent,
    'registrationId event_id event_slot_id joinURL cert_link hours focus focus_id start_date',
  ],
  [
    'Speaker',
    Speaker,
    `id event_id logo name day event_name event_details presenter_name presenter_designation presenter_details
    youtube_video_link contact_website contact_email`,
  ],
  [
    'Sponsor',
    Sponsor,
    'id event_id logo name description contact_website contact_email created_on last_updated_on',
  ],
  ['Focus', Focus, 'focus_id focus_name'],
  [
    'AdminEvent',
    AdminEvent,
    `event_id event_name description isEnabled event_status featured_sponsor_id videoLink formattedDuration
    speakers sponsors slots`,
  ],
  [
    'AdminSlot',
    AdminSlot,
    'event_slot_id event_id start_date end_date start_time end_time focus_id webinar_id',
  ],
  ['Pagination', Pagination, 'totalRecords currentPage totalPages limit'],
  ['Certificate', Certificate, 'valid name event focus date hours issuedAt serial'],
  ['EmailLog', EmailLog, 'id sent_on hours notes cert_link status'],
  ['MailboxMessage', MailboxMessage, 'id to from subject html text sentAt links attachments'],
]

test.each(shapes)('%s has the names of the wire, all and no other', (_name, schema, names) => {
  expect(Object.keys(schema.shape).sort()).toEqual(words(names))
})

const profile = 'firstName lastName country state zip companyName phone'
const memberships =
  'aopaNumber aopaSkipped nbaaNumber nbaaSkipped vaiNumber vaiSkipped hasGivenMailingConsent mailingConsentTimestamp'
const filters = 'search year eventName eventSlotId sort order'

/** Call, who may, what it takes, what `data` holds, or the type of the file. */
const calls: [string, string, string, string][] = [
  ['GET /check-email-exists', 'public', 'email', 'emailExists'],
  ['POST /public/exchange-token', 'public', 'authToken', 'userData token isAdmin'],
  ['POST /public/create-user', 'public', `authToken email ${profile}`, 'userData token isAdmin'],
  ['POST /public/check-admin-access', 'public', 'email', 'hasAccess'],
  ['GET /public/get-user-events', 'public', 'user_id', 'registeredEvents'],
  ['POST /public/contact-support', 'public', 'name email message', ''],
  ['GET /public/certificates/:code', 'public', 'code', 'valid name event focus date hours issuedAt serial'],
  ['GET /public/certificates/:code/pdf', 'public', 'code', 'application/pdf'],
  ['GET /health', 'public', '', 'status'],
  ['GET /ready', 'public', '', 'database jobs'],
  ['GET /metrics', 'public', '', 'text/plain'],
  ['GET /mailbox', 'public', 'to', 'messages'],
  ['POST /identity/send-sign-in-link', 'public', 'email', ''],
  ['POST /identity/sign-in-with-link', 'public', 'email code', 'idToken'],
  ['POST /identity/sign-in-with-password', 'public', 'email password', 'idToken'],
  ['POST /identity/send-password-reset', 'public', 'email', ''],
  ['POST /identity/reset-password', 'public', 'email code password', ''],
  ['POST /identity/send-verification', 'user', '', ''],
  ['GET /identity/jwks', 'public', '', 'application/json'],
  ['POST /private/sign-out', 'user', '', ''],
  ['GET /private/get-profile', 'user', '', 'userData'],
  ['POST /private/update-profile', 'user', `${profile} ${memberships}`, 'userData'],
  ['GET /private/get-all-events', 'user', 'year', 'events'],
  ['GET /private/get-registered-events', 'user', '', 'registeredEvents'],
  ['GET /private/get-all-focus', 'user', '', 'focus'],
  ['POST /private/event-registration', 'user', 'eventId eventSlotId focusId userId', 'registration'],
  ['POST /private/cancel-event-registration', 'user', 'eventId', ''],
  [
    'POST /private/update-membership-info',
    'user',
    `${memberships} mailingConsentEventId mailingConsentEventName`,
    'userData',
  ],
  ['GET /private/v2/get-all-registered-users', 'admin', `${filters} page limit`, 'registrations pagination'],
  ['GET /private/v2/export-registered-users-csv', 'admin', filters, 'text/csv'],
  ['GET /private/get-events-with-slots', 'admin', '', 'years'],
  ['GET /private/get-email-logs-by-registration-id', 'admin', 'registration_id', 'emailLogs'],
  ['POST /private/generate-registration-certificate', 'admin', 'registrationId hours', 'link'],
  ['POST /private/send-cert-email', 'admin', 'registrationId', ''],
]

const declared = Object.values(endpoints).flat()

test.each(calls)('%s is for %s, takes %j and gives %j', (call, access, takes, gives) => {
  const endpoint = declared.find(({ method, path }) => `${method} ${path}` === call)
  expect(endpoint?.access).toBe(access)
  expect([endpoint?.params, endpoint?.query, endpoint?.body].flatMap(keysOf).sort()).toEqual(words(takes))
  expect(endpoint?.file ? [endpoint.file] : keysOf(endpoint?.data).sort()).toEqual(words(gives))
})

function keysOf(schema: z.ZodMiniType | undefined): string[] {
  return Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {})
}

function words(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort()
}
