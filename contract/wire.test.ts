import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AdminSlot, Focus } from '#contract/events/slots/calls.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import { listFile } from './core/list-files.ts'
import { epoch, flag, givenInstant, id, idText, instant, onWire, wireFields } from './core/wire.ts'
import { Certificate } from './counting/certificates/calls.ts'
import { AdminEvent, EventSlot } from './events/events/calls.ts'
import { Speaker } from './events/speakers/calls.ts'
import { Sponsor } from './events/sponsors/calls.ts'
import { EmailLog, MailboxMessage } from './foundation/mails/calls.ts'
import { User } from './people/users/user.ts'
import { Pagination } from './registrations/registration-lists/calls.ts'
import { RegisteredEvent } from './registrations/registrations/calls.ts'

function messageOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  return z.safeParse(schema, value).error?.issues[0]?.message
}

describe('an instant of a caller', () => {
  test.each(['2027-02-09T13:00:00Z', '0001-01-01T00:00Z', '9999-12-31T23:59:59Z'])('can be %s', (text) => {
    expect(z.parse(givenInstant(), text)).toEqual(new Date(text))
  })

  test.each(['', 'soon', '-271821-04-20T00:00:00Z', '0000-12-31T00:00Z', '+275760-09-12T00:00:00Z', 7])(
    'is not %o',
    (text) => {
      expect(messageOf(givenInstant(), text)).toBe('Has to be a date and time, like 2027-02-09T13:00:00Z')
    },
  )
})

describe('an id', () => {
  const message = 'Has to be a whole number above 0'

  test.each([1, 42, 2_147_483_647])('can be %i', (value) => {
    expect(z.parse(id(), value)).toBe(value)
    expect(z.parse(idText(), String(value))).toBe(value)
    expect(z.encode(idText(), value)).toBe(String(value))
  })

  test.each([
    0,
    -1,
    1.5,
    2_147_483_648,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
    null,
    undefined,
    [],
    {},
  ])('in a body cannot be %o', (value) => {
    expect(messageOf(id(), value)).toBe(message)
  })

  test.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    ' 1',
    '',
    '2147483648',
    '9'.repeat(1 << 20),
    '١',
    '1;',
    1,
    undefined,
    ['1'],
  ])('in a query cannot be %o', (value) => {
    expect(messageOf(idText(), value)).toBe(message)
  })
})

describe('a flag', () => {
  test.each([
    [1, true],
    [0, false],
    [true, true],
    [false, false],
  ])('%o is read as %s', (sent, read) => {
    expect(z.parse(flag(), sent)).toBe(read)
  })

  test('is written as 1 or 0', () => {
    expect([true, false].map((value) => z.encode(flag(), value))).toEqual([1, 0])
  })

  test.each(['1', 'YES', 2, -1, null, undefined, {}])('%o is refused', (sent) => {
    expect(messageOf(flag(), sent)).toBe('Has to be 1 or 0')
  })
})

describe('an epoch', () => {
  test.each([0, 1_767_225_600_000, 8_640_000_000_000_000])('of %o is read as that instant', (ms) => {
    expect(z.parse(epoch(), ms)).toEqual(new Date(ms))
    expect(z.encode(epoch(), new Date(ms))).toBe(ms)
  })

  test.each([8_640_000_000_000_001, -1, 0.5, '0', null])('cannot be %o', (value) => {
    expect(messageOf(epoch(), value)).toBe('Has to be milliseconds since 1970')
  })
})

test('an instant is written in ISO 8601 as UTC', () => {
  const noon = new Date('2027-03-09T12:00:00.5Z')
  expect(z.encode(instant(), noon)).toBe('2027-03-09T12:00:00.500Z')
  expect(z.parse(instant(), '2027-03-09T12:00:00.500Z')).toEqual(noon)
  expect(z.parse(instant(), '2027-03-09T07:00:00.500-05:00')).toEqual(noon)
  expect(z.safeParse(instant(), 'noon').success).toBe(false)
})

describe('a shape with other names on the wire', () => {
  const Held = onWire(
    { eventId: 'event_id', isOpen: 'isEnabled', endedAt: 'ended_on' },
    { eventId: id(), isOpen: flag(), endedAt: z.nullable(epoch()), notes: z.optional(z.string()) },
  )
  const ours = { eventId: 7, isOpen: true, endedAt: new Date(1_767_225_600_000), notes: 'as typed' }
  const wire = { event_id: 7, isEnabled: 1, ended_on: 1_767_225_600_000, notes: 'as typed' }

  test('is read into our names and written back as on the wire', () => {
    expect(z.parse(Held, wire)).toEqual(ours)
    expect(z.encode(Held, ours)).toEqual(wire)
    expect(z.parse(Held, z.encode(Held, ours))).toEqual(ours)
  })

  test('keeps null, leaves out absent fields, and drops unknown fields', () => {
    const { notes: _ours, ...unnoted } = { ...ours, endedAt: null }
    const { notes: _wire, ...sent } = { ...wire, ended_on: null }
    expect(z.parse(Held, { ...sent, eventId: 8, secret: 'x' })).toEqual(unnoted)
    const written = z.encode(Held, { ...unnoted, secret: 'x' } as never)
    expect(JSON.parse(JSON.stringify(written))).toEqual(sent)
  })

  test('is refused with the names of the wire', () => {
    const issues = z.safeParse(Held, { ...wire, event_id: 0, isEnabled: 2 }).error?.issues
    expect(issues?.map(({ path }) => path)).toEqual([['event_id'], ['isEnabled']])
  })

  test('can be nested in another shape', () => {
    const List = z.object({ held: z.array(onWire({ first: 'first_one' }, { first: Held })) })
    expect(z.parse(List, { held: [{ first_one: wire }] })).toEqual({ held: [{ first: ours }] })
    expect(z.encode(List, { held: [{ first: ours }] })).toEqual({ held: [{ first_one: wire }] })
  })
})

/** The shapes with their wire names. '?' marks a field that an answer may omit. */
const shapes: [string, z.ZodMiniType, string][] = [
  [
    'User',
    User,
    `user_id first_name last_name email state zip country company_name phone printed_name
    unprintable_letters faa_safety_email role registered_at is_aop_member
    aopa_number aopa_skipped nbaa_number nbaa_skipped vai_number vai_skipped has_given_mailing_consent
    mailing_consent_timestamp mailing_consent_event_name version aop_number?`,
  ],
  [
    'EventSlot',
    EventSlot,
    `event_id event_name event_slot_id start_date end_date start_time end_time description videoLink venue
    is_in_person facts featured_sponsor_id focus_id focus_name isEnabled breaks is_open capacity seats_left speakers sponsors credit_needed?`,
  ],
  [
    'RegisteredEvent',
    RegisteredEvent,
    `registrationId event_id event_name event_slot_id joinURL cert_link hours focus focus_id start_date end_date start_time end_time breaks
    is_in_person credit_hours by_day? hours_by_season? reported_at?`,
  ],
  [
    'Speaker',
    Speaker,
    `id event_id logo name day event_name event_details presenter_name presenter_designation presenter_details
    youtube_video_link contact_website contact_email version`,
  ],
  [
    'Sponsor',
    Sponsor,
    'id event_id logo name description contact_website contact_email created_on last_updated_on version',
  ],
  ['Focus', Focus, 'focus_id focus_name'],
  [
    'AdminEvent',
    AdminEvent,
    `event_id event_name description isEnabled isDraft event_status featured_sponsor_id videoLink venue is_in_person facts formattedDuration
    speakers sponsors slots hasEvaluation version`,
  ],
  [
    'AdminSlot',
    AdminSlot,
    'event_slot_id event_id start_date end_date start_time end_time breaks focus_id webinar_id is_open capacity seats_left registrations registration_id version',
  ],
  ['Pagination', Pagination, 'totalRecords isAtLeast? currentPage totalPages limit'],
  [
    'Certificate',
    Certificate,
    'valid name event focus date hours days issuedAt serial withdrawnAt replaced hasCredential',
  ],
  ['EmailLog', EmailLog, 'id sent_on hours notes cert_link status'],
  ['MailboxMessage', MailboxMessage, 'id to from subject html text sentAt links attachments'],
]

test.each(shapes)('%s has exactly the names of the wire', (_name, schema, names) => {
  expect(namesOf(schema)).toEqual(words(names))
})

const profile = 'firstName lastName country state zip companyName phone'
const memberships =
  'aopaNumber aopaSkipped nbaaNumber nbaaSkipped vaiNumber vaiSkipped hasGivenMailingConsent mailingConsentTimestamp isAopMember aopNumber mailingConsentChoice'
const sponsor = 'logo name description contact_website contact_email'
const speaker = `logo name day event_name event_details presenter_name presenter_designation presenter_details
  youtube_video_link contact_website contact_email`
const filters =
  'search year eventName eventSlotId focusId country state membership certificate joinUrl credited sort order'

/** Each call with its access, its input and the fields of `data`, or the file's type. */
const calls: [string, string, string, string][] = [
  ['GET /check-email-exists', 'public', 'email', 'emailExists'],
  ['POST /public/exchange-token', 'public', 'authToken', 'userData token isAdmin'],
  ['POST /public/create-user', 'public', `authToken email ${profile}`, 'userData token isAdmin'],
  ['POST /public/check-admin-access', 'public', 'email', 'hasAccess permissions'],
  ['GET /public/get-user-events', 'public', 'user_id', 'registeredEvents'],
  ['POST /public/contact-support', 'public', 'name email message', ''],
  [
    'GET /public/certificates/:code',
    'public',
    'code',
    'valid name event focus date hours days issuedAt serial withdrawnAt replaced hasCredential',
  ],
  ['GET /public/certificates/:code/pdf', 'public', 'code', 'application/pdf'],
  ['GET /health', 'public', '', 'status'],
  [
    'GET /ready',
    'public',
    '',
    'database clock clockSetBackAt jobs failingJobs webinar webinarAwaySince mail mailAwaySince identity identityAwaySince',
  ],
  ['GET /metrics', 'public', '', 'text/plain'],
  ['GET /mailbox', 'public', 'to', 'messages'],
  ['POST /identity/send-sign-in-link', 'public', 'email event_slot_id profile', ''],
  ['POST /identity/sign-in-with-link', 'public', 'email code', 'idToken profile'],
  ['POST /identity/sign-in-with-password', 'public', 'email password', 'idToken'],
  ['POST /identity/send-password-reset', 'public', 'email', ''],
  ['POST /identity/reset-password', 'public', 'email code password', ''],
  ['POST /identity/send-verification', 'user', '', ''],
  ['GET /identity/follow-mailed-link', 'public', 'continueUrl mode oobCode', 'text/html'],
  ['GET /identity/jwks', 'public', '', 'application/json'],
  ['POST /private/sign-out', 'user', '', ''],
  ['GET /private/get-profile', 'user', '', 'userData'],
  [
    'POST /private/update-profile',
    'user',
    `${profile} printedName faaSafetyEmail ${memberships}`,
    'userData',
  ],
  ['GET /private/get-all-events', 'user', 'year from', 'events'],
  ['GET /private/get-registered-events', 'user', '', 'registeredEvents waitlist'],
  ['POST /private/waitlist/join', 'user', 'eventSlotId', 'place'],
  ['POST /private/waitlist/leave', 'user', 'eventSlotId', ''],
  ['GET /private/get-all-focus', 'user', '', 'focus'],
  [
    'POST /private/event-registration',
    'user',
    'eventId eventSlotId focusId userId overbooks answers',
    'registration',
  ],
  ['POST /private/cancel-event-registration', 'user', 'eventId', ''],
  [
    'POST /private/update-membership-info',
    'user',
    `${memberships} mailingConsentEventId mailingConsentEventName`,
    'userData',
  ],
  [
    'GET /private/v2/get-all-registered-users',
    'admin',
    `${filters} page limit`,
    'registrations pagination newestId',
  ],
  [
    'GET /private/v2/get-all-unregistered-users',
    'admin',
    'page limit search year eventName eventSlotId',
    'users pagination',
  ],
  ['GET /private/v2/export-registered-users-csv', 'admin', `${filters} columns format`, listFile.join(' ')],
  ['GET /private/get-events-with-slots', 'admin', 'user_id', 'years'],
  [
    'GET /private/webinar-stats',
    'admin',
    'event_slot_id',
    'webinar_id total_registrations total_with_join_url',
  ],
  [
    'POST /private/events',
    'admin',
    'event_name description videoLink venue is_in_person facts isEnabled event_status',
    'event_id version',
  ],
  [
    'PUT /private/events',
    'admin',
    'event_id event_name description videoLink venue is_in_person facts isEnabled event_status featured_sponsor_id version',
    'event_id version',
  ],
  ['DELETE /private/events', 'admin', 'event_id version', 'event_id'],
  ['PUT /private/events/plan', 'admin', 'event_id event added changed deleted', 'event_id version slots'],
  [
    'POST /private/events-slots',
    'admin',
    'event_id start_date end_date start_time end_time breaks focus_id webinar_id is_open capacity',
    'event_slot_id version webinar_notice',
  ],
  [
    'PUT /private/events-slots',
    'admin',
    'event_slot_id start_date end_date start_time end_time breaks focus_id webinar_id is_open capacity version',
    'event_slot_id version webinar_notice',
  ],
  ['POST /private/copy-season', 'admin', 'event_ids weeks', 'results'],
  ['DELETE /private/events-slots', 'admin', 'event_slot_id version', 'event_slot_id'],
  ['POST /private/add-sponsor', 'admin', `event_id ${sponsor}`, 'id version'],
  ['POST /private/edit-sponsor', 'admin', `id ${sponsor} version`, 'id version'],
  ['POST /private/delete-sponsor', 'admin', 'id version', 'id'],
  ['POST /private/mark-as-featured-sponsor', 'admin', 'sponsor_id event_id', ''],
  ['POST /private/add-speaker', 'admin', `event_id ${speaker}`, 'id version'],
  ['POST /private/edit-speaker', 'admin', `id ${speaker} version`, 'id version'],
  ['POST /private/delete-speaker', 'admin', 'id version', 'id'],
  ['POST /private/clone-speaker', 'admin', 'speaker_id clone_to_event_id set_day', 'id version'],
  ['POST /upload', 'admin', '', 'fileUrl'],
  ['GET /private/users/get-user-by-id', 'admin', 'user_id', 'userData'],
  [
    'POST /private/update-user-by-admin',
    'admin',
    `${profile} printedName faaSafetyEmail ${memberships} userId email mailingConsentEventName version`,
    'userData',
  ],
  ['GET /private/get-email-logs-by-registration-id', 'admin', 'registration_id', 'emailLogs'],
  [
    'POST /private/generate-registration-certificate',
    'admin',
    'registrationId hours byDay reason isConfirmed version',
    'link version',
  ],
  ['POST /private/send-cert-email', 'admin', 'registrationId', ''],
  ['POST /private/delete-registration', 'admin', 'registrationId reason version', ''],
  [
    'POST /private/update-timeslot',
    'admin',
    'newFocusId newTimeSlotId eventId userId registrationId version overbooks',
    'registration',
  ],
  ['PUT /private/users/registrations', 'admin', 'userId slots removed overbooks', 'registrations'],
  ['POST /private/send-confirmation-email', 'admin', 'registrationId', ''],
  [
    'POST /private/bulk-hours-import',
    'admin',
    'event_slot_id email_cert data reason isConfirmed',
    'results jobId',
  ],
  ['POST /private/send-cert-emails-in-bulk', 'admin', 'event_slot_id force', 'queued jobId'],
  [
    'GET /private/jobs/:jobId',
    'admin',
    'jobId',
    'jobId kind state isStopped done total changed failures certificates unmailed emails reason askedBy askedAt undoes undoneBy canUndo takenBack',
  ],
]

test.each(calls)('%s is for %s, takes %j and returns %j', (call, access, takes, gives) => {
  const endpoint = declaredCalls.find(({ method, path }) => `${method} ${path}` === call)
  // Their permissions decide which administrators may call it.
  expect(endpoint?.access.replace(/^.+:.+$/, 'admin')).toBe(access)
  expect([endpoint?.params, endpoint?.query, endpoint?.body].flatMap(keysOf).sort()).toEqual(words(takes))
  expect(endpoint?.file ? [endpoint.file].flat().sort() : keysOf(endpoint?.data).sort()).toEqual(words(gives))
})

function keysOf(schema: z.ZodMiniType | undefined): string[] {
  return Object.keys(wireFields(schema))
}

function namesOf(schema: z.ZodMiniType): string[] {
  const named = Object.entries(wireFields(schema)).map(([name, field]) =>
    field instanceof z.ZodMiniOptional ? `${name}?` : name,
  )
  return named.sort()
}

function words(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort()
}
