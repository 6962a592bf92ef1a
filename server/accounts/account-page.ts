import { activityLabels } from '#contract/activities/calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternClock, easternDay } from '#contract/core/season.ts'
import { placeOf } from '#contract/events/facts.ts'
import { shownDates, shownTimes } from '#contract/slots/times.ts'
import type { Fact } from './account-page-parts.ts'
import { facts, link, page, table } from './account-page-parts.ts'
import type { AccountData } from './queries.ts'

/** Returns everything stored about a person as one page: no script, nothing fetched, to read, print or file. */
export function accountPage(data: AccountData): string {
  const { profile, memberships, writtenAt } = data
  const name = `${profile.firstName} ${profile.lastName}`.trim() || profile.email
  const sections = [
    facts('Profile', [
      ['Name', name],
      ['Email', profile.email],
      ['Company', profile.companyName],
      ['Country', profile.country],
      ['State/Province', profile.state],
      ['ZIP/Postal code', profile.zip],
      ['Phone', profile.phone.replace('||', ' ')],
      ['Account since', instant(profile.registeredAt)],
      ['Account id', profile.userId],
      ...(profile.role === 'admin' ? ([['Role', 'Administrator']] as Fact[]) : []),
    ]),
    table('Changes of email', data.emailChanges, {
      From: ({ oldEmail }) => oldEmail ?? profile.email,
      To: ({ newEmail }) => newEmail,
      Status: ({ oldEmail, expiresAt }) =>
        oldEmail
          ? `Can be undone until ${instant(expiresAt)}`
          : `Not verified; the link ends ${instant(expiresAt)}`,
    }),
    table('Accounts that were merged with this one', data.mergedAccounts, {
      Email: ({ email }) => email,
      Merged: ({ mergedAt }) => instant(mergedAt),
      'Mailing list': ({ consents: [newest] }) =>
        newest ? `${newest.isGiven ? 'Agreed' : 'Not agreed'} ${instant(newest.answeredAt)}` : 'Not asked',
    }),
    facts('Professional memberships', [
      ['AOPA', membership(memberships.aopaNumber, memberships.aopaSkipped)],
      ['NBAA', membership(memberships.nbaaNumber, memberships.nbaaSkipped)],
      ['VAI', membership(memberships.vaiNumber, memberships.vaiSkipped)],
    ]),
    facts('Settings', [
      ['Reminders', data.reminders.areOn ? 'On' : 'Off'],
      ['Address for calendar programs', data.calendar.hasSecretAddress ? 'There is one' : 'There is none'],
    ]),
    table('Mailing list', data.consents, {
      Answered: ({ answeredAt }) => instant(answeredAt),
      Answer: ({ isGiven }) => (isGiven ? 'Agreed' : 'Not agreed'),
      'What was shown': ({ textShown }) => textShown,
      'For the event': ({ eventName }) => eventName ?? '',
    }),
    table('Registrations', data.registrations, {
      Event: ({ eventName }) => eventName,
      When: (slot) => `${shownDates(slot)}, ${shownTimes(slot)}`,
      Where: placeOf,
      Status: ({ state, canceledAt }) =>
        canceledAt ? `Canceled ${instant(canceledAt)}` : state === 'past' ? 'Past' : 'Coming',
      Registered: ({ registeredAt }) => instant(registeredAt),
      'Hours credited': ({ hours }) => (hours > 0 ? String(hours) : ''),
    }),
    table('When you were there, as the webinar platform reports it', data.attendances, {
      Event: ({ eventName }) => eventName,
      When: (slot) => `${shownDates(slot)}, ${shownTimes(slot)}`,
      Minutes: ({ minutes }) => String(minutes),
      Visits: ({ visits }) =>
        visits.map(({ joinedAt, leftAt }) => `${instant(joinedAt)} to ${instant(leftAt)}`).join('; '),
      Answers: ({ answers }) => answers.map(({ question, answer }) => `${question} ${answer}`).join('; '),
    }),
    table('Credits', data.credits, {
      Event: ({ eventName }) => eventName,
      Hours: ({ minutes }) => String(minutes / 60),
      Decided: ({ decidedAt }) => instant(decidedAt),
      By: ({ source }) => sources[source],
      Reason: ({ reason }) => reason,
    }),
    table('Certificates', data.certificates, {
      Event: ({ eventName }) => eventName,
      When: (certificate) => shownDates(certificate),
      'Issued to': ({ personName }) => personName,
      Hours: ({ hours }) => String(hours),
      Issued: ({ issuedAt, isWithdrawn }) => instant(issuedAt) + (isWithdrawn ? ', withdrawn since' : ''),
      Serial: ({ serial }) => serial,
      Code: ({ code }) => code,
      Links: ({ link: download, verification }) => ({
        markup: `${link(download, 'Download')}, ${link(verification, 'Verify')}`,
      }),
    }),
    table('What happened to you and your registrations', data.activities, {
      When: ({ actedAt }) => instant(actedAt),
      Event: ({ eventName }) => eventName ?? '',
      What: ({ activity }) => activityLabels[activity],
      By: ({ by }) => actors[by],
    }),
    table('Emails to you and about your registrations', data.mails, {
      Written: ({ createdAt }) => instant(createdAt),
      To: ({ toAddress }) => toAddress,
      Subject: ({ subject }) => subject,
      'What became of it': ({ status, sentAt }) =>
        status === 'sent' && sentAt ? `Sent ${instant(sentAt)}` : mailWords[status],
    }),
    table('Emails that came back', data.returnedMails ? [data.returnedMails] : [], {
      Address: ({ email }) => email,
      Since: ({ bouncedAt }) => instant(bouncedAt),
      Why: ({ reason }) => reason,
    }),
    table('Where you are signed in', data.sessions, {
      Browser: ({ device }) => device || 'An unknown browser',
      'Signed in': ({ beganAt }) => instant(beganAt),
      By: ({ beganBy }) =>
        ({ link: 'An emailed link or code', password: 'A password', passkey: 'A passkey' })[beganBy],
      'Last used': ({ lastSeenAt }) => instant(lastSeenAt),
    }),
    table('Passkeys', data.passkeys, {
      Device: ({ name }) => name,
      Added: ({ addedAt }) => instant(addedAt),
      'Last used': ({ lastUsedAt }) => (lastUsedAt ? instant(lastUsedAt) : 'Not yet'),
    }),
    table('Sign-in provider', data.identities, {
      Provider: ({ issuer }) => issuer,
      'Known there as': ({ subject }) => subject,
    }),
  ]
  const intro = `Written ${instant(writtenAt)} by ${link(data.portal, data.portal)}. Sign-in codes and secret addresses, which would let others in, are left out.`
  return page(`What the IA Renewal Portal keeps about ${name}`, { markup: intro }, sections)
}

/** '20 Nov 2026, 3:05 PM Eastern' */
function instant(at: Date): string {
  const time = easternClock(at).slice(11, 16) as PlainTime
  return `${shownDate(easternDay(at))}, ${shownTime(time)} Eastern`
}

function membership(number: string | null, isSkipped: boolean): string {
  return number ?? (isSkipped ? 'Not a member' : '')
}

const sources: Record<AccountData['credits'][number]['source'], string> = {
  administrator: 'An administrator',
  csv: 'An uploaded list',
  attendance: 'Recorded attendance',
}

const actors: Record<AccountData['activities'][number]['by'], string> = {
  you: 'You',
  'an administrator': 'An administrator',
  'the portal': 'The portal',
}

const mailWords: Record<AccountData['mails'][number]['status'], string> = {
  queued: 'Waits to be sent',
  sending: 'Is being sent',
  sent: 'Sent',
  failed: 'Could not be sent yet, is tried again',
  'given-up': 'Could not be sent',
  unknown: 'May have been sent',
}
