import { placeOf } from '#contract/events/events/facts.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import {
  certificateMail,
  correctedMail,
  nameMail,
  withdrawnMail,
} from '#server/counting/certificates/mails.ts'
import { reviewAnswerMail } from '#server/counting/credit-reviews/mails.ts'
import { admittedMail, deletedMakeUpMail } from '#server/counting/make-ups/mails.ts'
import { heldUpMail, readyMail } from '#server/office/automations/mails.ts'
import { webhookOffMail } from '#server/office/webhooks/mails.ts'
import { messageMail } from '#server/outreach/messages/mails.ts'
import { reminderMail, renewalMail } from '#server/outreach/reminders/mails.ts'
import type { DueReminder } from '#server/outreach/reminders/queries.ts'
import type { ToldSlot } from '#server/registrations/registrations/mails.ts'
import {
  cancellationMail,
  completeProfileMail,
  confirmationMail,
  staffDigest,
  staffMail,
} from '#server/registrations/registrations/mails.ts'
import { ticketMail } from '#server/registrations/tickets/mails.ts'
import {
  deletedSlotMail,
  expiredMail,
  offerMail,
  rescheduledMail,
} from '#server/registrations/waitlists/mails.ts'
import { accountMailSamples } from './account-mail-samples.ts'
import { code, inPerson, publicUrl, sender, virtual } from './mail-sample-facts.ts'

const calendarUrl = `${publicUrl}/api/public/calendars/${code}/7`

const previously = 'Mon 15 Mar 2027 · 8:00 AM – 5:00 PM Eastern · South Carolina'
const told: ToldSlot = { ...virtual, confirmedAt: new Date('2026-11-20T12:00:00Z') }
const needed = 'You earn an hour by attending at least 45 of its 50 minutes and answering 1 poll.'
const confirming = { told: undefined, publicUrl, calendarUrl, sender, needed, now: told.confirmedAt }

const offeredUntil = new Date('2027-01-15T14:00:00Z')

const admitted = { publicUrl, sender, isDecided: false, joinUrl: `${publicUrl}/join/7/${code}?slot=8` }

const later = new Date('2027-02-20T12:00:00Z')

const reminder: DueReminder = {
  ...virtual,
  kind: 'day-before',
  reminderCode: code,
  dayOn: '2027-01-19',
  startAt: new Date('2027-01-19T13:00:00Z'),
  uselessAt: new Date('2027-01-19T11:00:00Z'),
}
const dayBefore = { publicUrl, needed, now: new Date('2027-01-18T13:00:00Z') }

const lacking = { firstName: 'Pat', eventName: null, covered: 4, reminderCode: code }
const lackingAbout = {
  publicUrl,
  deadline: '31 Mar 2027',
  slots: [{ ...inPerson, eventId: 4, hours: 8 }],
}

const certificate = {
  firstName: 'Pat',
  eventName: virtual.eventName,
  hours: 8,
  byDay: (['2027-02-09', '2027-02-10'] as const).map((on) => ({ on, hours: 4 })),
  serial: 'IA2027-000042',
  link: `${publicUrl}/download`,
  sender,
}

const review = {
  firstName: 'Pat',
  eventName: virtual.eventName,
  hours: 7,
  words: 'The platform lost your connection at 11:10, as it did for everybody.',
  askUntil: undefined,
  link: `${publicUrl}/private/registered-events`,
  sender,
}

const addressee = {
  firstName: 'Pat',
  email: 'pat@example.com',
  reminderCode: code,
  registration: { ...virtual, isInPerson: null, isCanceled: false },
}

const postalAddress = '100 Example Airport Road, Columbia, SC 29201'

const counted = {
  eventName: virtual.eventName,
  time: shownTimeslot(virtual),
  link: `${publicUrl}/admin/private/attendance/70`,
}

/** Every email of the product with sample data: by the function that words it, in each of its forms. */
export const mailSamples: Record<string, Record<string, MailContent>> = {
  confirmationMail: {
    'Registered, virtual': confirmationMail(virtual, confirming),
    'Registered, in person': confirmationMail(inPerson, confirming),
    'Moved to another slot': confirmationMail({ ...virtual, eventSlotId: 71 }, { ...confirming, told }),
    'Another time of the slot': confirmationMail({ ...virtual, startTime: '09:00' }, { ...confirming, told }),
    'Registered, of a slot that is over': confirmationMail(virtual, { ...confirming, now: later }),
    'Moved to a slot that is over': confirmationMail(virtual, { ...confirming, told, now: later }),
    'Another venue': confirmationMail(inPerson, {
      ...confirming,
      told: { ...told, ...inPerson, venue: 'Example Hangar, 2 Airport Road, Columbia SC' },
    }),
  },
  completeProfileMail: {
    'Came without a registration': completeProfileMail(publicUrl, {
      ...inPerson,
      done: 'You are checked in at',
    }),
    'Attended without a registration': completeProfileMail(publicUrl, {
      ...virtual,
      done: 'Your attendance was recorded for',
    }),
  },
  ticketMail: {
    'Ticket replaced': ticketMail({ ...inPerson, name: 'Pat Example' }, { publicUrl, sender }),
  },
  cancellationMail: { 'Registration canceled': cancellationMail(virtual, { publicUrl, sender }) },
  staffMail: {
    'To the staff, of a registration': staffMail(virtual, 'new'),
    'To the staff, of a move': staffMail(virtual, 'moved'),
    'To the staff, of what changed since their last email': staffMail(virtual, 'changed'),
  },
  staffDigest: {
    "The staff's summary of a day": staffDigest(
      [
        { ...virtual, registered: 12, moved: 1, canceled: 2, holders: 105 },
        { ...inPerson, registered: 3, moved: 0, canceled: 0, holders: 40 },
      ],
      '2026-11-23',
      publicUrl,
    ),
  },
  reminderMail: {
    'Reminder, virtual': reminderMail(reminder, dayBefore),
    [`Reminder, ${placeOf(inPerson)}`]: reminderMail({ ...reminder, ...inPerson }, dayBefore),
  },
  renewalMail: {
    'Hours are missing': renewalMail(lacking, { ...lackingAbout, doClose: true }),
    'A slot was missed': renewalMail(
      { ...lacking, eventName: virtual.eventName },
      { ...lackingAbout, doClose: false },
    ),
  },
  messageMail: {
    'Message about a registration': messageMail(
      {
        kind: 'registration',
        subject: 'New link for {event}',
        html: '<p>Hi {name},</p><p>we moved the webinar to <strong>another room</strong>. To join:</p><ul><li><p>open {join link}</p></li><li><p>enter your <em>full</em> name</p></li></ul>',
      },
      addressee,
      { publicUrl, sender, postalAddress },
    ),
    'Message with news': messageMail(
      {
        kind: 'news',
        subject: 'The next season is open, {name}',
        html: '<h3>Three new courses</h3><p>See <a href="https://portal.example.com">all events</a>.</p><blockquote><p>I learned a lot.</p></blockquote>',
      },
      { ...addressee, registration: null },
      { publicUrl, sender, postalAddress },
    ),
  },
  certificateMail: {
    Certificate: certificateMail(certificate),
    'Certificate with an evaluation': certificateMail(certificate, `${publicUrl}/evaluation#code=${code}`),
  },
  correctedMail: {
    'Certificate corrected': correctedMail({ ...certificate, hours: 4, serial: 'IA2027-000042-2' }, 8),
    'Certificate with other days': correctedMail({ ...certificate, serial: 'IA2027-000042-2' }, 8),
    'Certificate valid again': correctedMail({ ...certificate, serial: 'IA2027-000042-2' }, 0),
  },
  offerMail: {
    'A seat is offered': offerMail({ ...virtual, code, offeredUntil }, { publicUrl, sender }),
    'A seat is offered, in person': offerMail({ ...inPerson, code, offeredUntil }, { publicUrl, sender }),
  },
  admittedMail: {
    'Admitted to another slot for missing hours': admittedMail(virtual, {
      ...admitted,
      hours: [['Hour 3', '09 Feb 2027, 3:00 PM Eastern']],
    }),
    'A slot to which they are admitted has another time': admittedMail(virtual, {
      ...admitted,
      hours: undefined,
    }),
  },
  deletedMakeUpMail: {
    'A slot to which they are admitted was deleted': deletedMakeUpMail(virtual, { publicUrl, sender }),
  },
  deletedSlotMail: { 'A waited-for slot was deleted': deletedSlotMail(virtual, { publicUrl, sender }) },
  expiredMail: { 'An offered seat was not taken': expiredMail(virtual, { publicUrl, sender }) },
  rescheduledMail: {
    'A waited-for slot has another time': rescheduledMail({ ...inPerson, previously }, { publicUrl, sender }),
  },
  reviewAnswerMail: {
    'Review, hours given': reviewAnswerMail({ ...review, given: 8 }),
    'Review, the hours stay': reviewAnswerMail({ ...review, given: null, askUntil: later }),
  },
  readyMail: {
    'To the staff, of people who can be credited': readyMail(371)(counted),
    'To the staff, of one person who can be credited': readyMail(1)(counted),
  },
  heldUpMail: { 'To the staff, of credits that are held up': heldUpMail(counted) },
  nameMail: {
    'Name as printed': nameMail(publicUrl, {
      firstName: certificate.firstName,
      letters: 'ⵉⴷⵔ',
      sender: certificate.sender,
    }),
  },
  withdrawnMail: { 'Certificate withdrawn': withdrawnMail(certificate) },
  webhookOffMail: {
    'A webhook was turned off, to all administrators': webhookOffMail(publicUrl, {
      webhookId: 3,
      name: 'CRM',
      reason: 'failing',
      event: 'Registered',
      problem: 'Status 503',
    }),
    'A webhook answered 410, to all administrators': webhookOffMail(publicUrl, {
      webhookId: 3,
      name: 'CRM',
      reason: 'gone',
      event: 'Certificate issued',
      problem: 'Status 410',
    }),
  },
  ...accountMailSamples,
}
