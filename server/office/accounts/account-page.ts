import { getCertificateCredential } from '#contract/counting/certificates/calls.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownDates, shownSlot } from '#contract/events/slots/times.ts'
import { activityLabels } from '#contract/foundation/activities/calls.ts'
import { messageResultLabels } from '#contract/outreach/messages/rules.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
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
      ['Account since', shownInstant(profile.registeredAt)],
      ['Account id', profile.userId],
      ...(profile.role === 'admin' ? ([['Role', 'Administrator']] as Fact[]) : []),
    ]),
    table('Changes of email', data.emailChanges, {
      From: ({ oldEmail }) => oldEmail ?? profile.email,
      To: ({ newEmail }) => newEmail,
      Status: ({ oldEmail, expiresAt }) =>
        oldEmail
          ? `Can be undone until ${shownInstant(expiresAt)}`
          : `Not verified; the link ends ${shownInstant(expiresAt)}`,
    }),
    table('Accounts that were merged with this one', data.mergedAccounts, {
      Email: ({ email }) => email,
      Merged: ({ mergedAt }) => shownInstant(mergedAt),
      'Mailing list': ({ consents: [newest] }) =>
        newest
          ? `${newest.isGiven ? 'Agreed' : 'Not agreed'} ${shownInstant(newest.answeredAt)}`
          : 'Not asked',
    }),
    facts('Professional memberships', [
      ['AOPA', membership(memberships.aopaNumber, memberships.aopaSkipped)],
      ['NBAA', membership(memberships.nbaaNumber, memberships.nbaaSkipped)],
      ['VAI', membership(memberships.vaiNumber, memberships.vaiSkipped)],
    ]),
    facts('Settings', [
      ['Reminders', data.reminders.areOn ? 'On' : 'Off'],
      ['Address for calendar programs', data.calendar.hasSecretAddress ? 'Yes' : 'No'],
    ]),
    table('Mailing list', data.consents, {
      Answered: ({ answeredAt }) => shownInstant(answeredAt),
      Answer: ({ isGiven }) => (isGiven ? 'Agreed' : 'Not agreed'),
      'Text shown': ({ textShown }) => textShown,
      'For the event': ({ eventName }) => eventName ?? '',
    }),
    table('Registrations', data.registrations, {
      Event: ({ eventName }) => eventName,
      When: shownSlot,
      Where: placeOf,
      Status: ({ state, canceledAt }) =>
        canceledAt ? `Canceled ${shownInstant(canceledAt)}` : state === 'past' ? 'Past' : 'Coming',
      Registered: ({ registeredAt }) => shownInstant(registeredAt),
      'Hours credited': ({ hours, byDay }) => (hours > 0 ? withDays(String(hours), byDay) : ''),
    }),
    table('Waitlists', data.waitlists, {
      Event: ({ eventName }) => eventName,
      When: shownSlot,
      Joined: ({ joinedAt }) => shownInstant(joinedAt),
      'Seat offered': ({ offeredAt }) => (offeredAt ? shownInstant(offeredAt) : ''),
      Status: ({ state }) => state,
    }),
    table('Time slots for missing hours', data.makeUps, {
      Event: ({ eventName }) => eventName,
      When: shownSlot,
      Admitted: ({ madeAt }) => shownInstant(madeAt),
      Ended: ({ endedAt }) => (endedAt ? shownInstant(endedAt) : ''),
    }),
    table('Webinars', data.webinars, {
      Event: ({ eventName }) => eventName,
      'Known there as': ({ identities }) => [...new Set(identities.map(({ email }) => email))].join('; '),
      'Join link opened': ({ openings }) => openings.map(({ openedAt }) => shownInstant(openedAt)).join('; '),
    }),
    table('Attendance, as it was counted', data.attendances, {
      Event: ({ eventName }) => eventName,
      When: shownSlot,
      Minutes: ({ minutes }) => String(minutes),
      Visits: ({ visits }) =>
        visits
          .map(({ joinedAt, leftAt }) => `${shownInstant(joinedAt)} to ${shownInstant(leftAt)}`)
          .join('; '),
      Answers: ({ answers }) => answers.map(({ question, answer }) => `${question} ${answer}`).join('; '),
    }),
    table('Arrivals and leavings at the door', data.doorScans, {
      Event: ({ eventName }) => eventName,
      When: ({ scannedAt }) => shownInstant(scannedAt),
      What: ({ act }) => ({ in: 'Arrival', out: 'Leaving', undo: 'An earlier note taken back' })[act],
      How: ({ how }) => noted[how],
    }),
    table('Tickets that were replaced', data.replacedTickets, {
      Event: ({ eventName }) => eventName,
      Replaced: ({ replacedAt }) => shownInstant(replacedAt),
    }),
    table('Polls answered by code', data.pollAnswers, {
      Event: ({ eventName }) => eventName,
      Poll: ({ question }) => question,
      Answered: ({ answeredAt }) => shownInstant(answeredAt),
    }),
    table('Hours by the rule', data.findings, {
      Event: ({ eventName }) => eventName,
      When: shownSlot,
      Counted: ({ countedAt, rule, isCurrent }) =>
        `${shownInstant(countedAt)} by ${rule}${isCurrent ? '' : ', replaced since'}`,
      Hours: ({ hours, possibleHours }) => `${hours} of ${possibleHours}`,
      Why: ({ sentences }) => sentences.join(' '),
    }),
    table('Reviews of your hours', data.creditReviews, {
      Event: ({ eventName }) => eventName,
      Asked: ({ askedAt }) => shownInstant(askedAt),
      Hours: ({ about }) => about,
      Words: ({ words }) => words,
      File: ({ fileName }) => fileName && `${fileName} (the JSON file contains it)`,
      Answered: ({ answer }) => (answer ? shownInstant(answer.answeredAt) : ''),
      Answer: ({ answer }) =>
        answer
          ? `${answer.hours === null ? 'The hours stay' : `${answer.hours} hours`}: ${answer.words}`
          : '',
    }),
    table('Decisions about your attendance', data.attendanceDecisions, {
      Event: ({ eventName }) => eventName,
      Decided: ({ decidedAt }) => shownInstant(decidedAt),
      About: ({ act }) => decided[act],
      Times: ({ from, to }) => (from && to ? `${shownInstant(from)} to ${shownInstant(to)}` : ''),
      Reason: ({ reason }) => reason,
      File: ({ fileName }) => fileName,
    }),
    table('Credits', data.credits, {
      Event: ({ eventName }) => eventName,
      Hours: ({ act, minutes, byDay, isStanding }) =>
        withDays(
          `${minutes / 60}${act === 'release' ? ', released to the rule' : isStanding ? ', counts' : ''}`,
          byDay,
        ),
      Decided: ({ decidedAt }) => shownInstant(decidedAt),
      By: ({ source }) => sources[source],
      Reason: ({ reason }) => reason,
    }),
    table('Certificates', data.certificates, {
      Event: ({ eventName }) => eventName,
      When: ({ byDay, ...dates }) => (byDay ? shownByDay(byDay) : shownDates(dates)),
      'Issued to': ({ personName }) => personName,
      Hours: ({ hours }) => String(hours),
      Issued: ({ issuedAt, isWithdrawn }) =>
        shownInstant(issuedAt) + (isWithdrawn ? ', withdrawn since' : ''),
      Serial: ({ serial }) => serial,
      Code: ({ code }) => code,
      Links: ({ link: download, verification, code, credential }) => ({
        markup: [
          link(download, 'Download'),
          link(verification, 'Verify'),
          ...(credential ? [link(data.portal + credentialPath(code), 'Credential')] : []),
        ].join(', '),
      }),
    }),
    table('Inspection packs about you', data.inspectionPacks, {
      'Asked for': ({ askedAt }) => shownInstant(askedAt),
      Pack: ({ packId, state }) => `Pack ${packId}${state === 'done' ? '' : ', not made'}`,
      'Links for inspectors': ({ links }) => links.map(linkInWords).join('; '),
    }),
    table('History of your account and registrations', data.activities, {
      When: ({ actedAt }) => shownInstant(actedAt),
      Event: ({ eventName }) => eventName ?? '',
      What: ({ activity }) => activityLabels[activity],
      By: ({ by }) => actors[by],
    }),
    table('Emails to you and about your registrations', data.mails, {
      Written: ({ createdAt }) => shownInstant(createdAt),
      To: ({ toAddress }) => toAddress,
      Subject: ({ subject }) => subject,
      Status: ({ status, sentAt }) =>
        status === 'sent' && sentAt ? `Sent ${shownInstant(sentAt)}` : mailWords[status],
    }),
    table('Messages to you and others', data.messages, {
      Written: ({ startedAt }) => shownInstant(startedAt),
      Subject: ({ subject }) => subject,
      Result: ({ result }) => messageResultLabels[result],
    }),
    table('Emails that came back', data.returnedMails ? [data.returnedMails] : [], {
      Address: ({ email }) => email,
      Since: ({ bouncedAt }) => shownInstant(bouncedAt),
      Why: ({ reason }) => reason,
    }),
    table('Sessions', data.sessions, {
      Browser: ({ device }) => device || 'An unknown browser',
      'Signed in': ({ beganAt }) => shownInstant(beganAt),
      By: ({ beganBy }) =>
        ({ link: 'An emailed link or code', password: 'A password', passkey: 'A passkey' })[beganBy],
      'Last used': ({ lastSeenAt }) => shownInstant(lastSeenAt),
    }),
    table('Passkeys', data.passkeys, {
      Device: ({ name }) => name,
      Added: ({ addedAt }) => shownInstant(addedAt),
      'Last used': ({ lastUsedAt }) => (lastUsedAt ? shownInstant(lastUsedAt) : 'Not yet'),
    }),
    table('Identity provider', data.identities, {
      Provider: ({ issuer }) => issuer,
      'Known there as': ({ subject }) => subject,
    }),
  ]
  const intro = `Written ${shownInstant(writtenAt)} by ${link(data.portal, data.portal)}. It leaves out sign-in codes and secret addresses, because they would give others access.`
  return page(`What the IA Renewal Portal keeps about ${name}`, { markup: intro }, sections)
}

/** Returns words with the days of the hours, if they are known: '4 (Tue 09 Feb 2027: 4 hours)'. */
function withDays(words: string, byDay: readonly DayHours[] | null): string {
  return byDay && byDay.length > 0 ? `${words} (${shownByDay(byDay)})` : words
}

type InspectionLink = AccountData['inspectionPacks'][number]['links'][number]

function linkInWords({ createdAt, expiresAt, revokedAt, openings }: InspectionLink): string {
  const end = revokedAt ? `revoked ${shownInstant(revokedAt)}` : `valid until ${shownInstant(expiresAt)}`
  return `Made ${shownInstant(createdAt)}, ${end}, opened ${openings === 1 ? 'once' : `${openings} times`}`
}

function credentialPath(code: string): string {
  return `/api${getCertificateCredential.path.replace(':code', code)}`
}

function membership(number: string | null, isSkipped: boolean): string {
  return number ?? (isSkipped ? 'Not a member' : '')
}

const noted: Record<AccountData['doorScans'][number]['how'], string> = {
  ticket: 'Your ticket',
  search: 'Found in the list',
  'walk-in': 'Registered at the door',
  sheet: 'The sign-in sheet',
}

const decided: Record<AccountData['attendanceDecisions'][number]['act'], string> = {
  match: 'Who the rows of a report belong to',
  state: 'When you were there',
  'set-aside': 'Nothing to do',
  counts: 'A poll question counts',
  'does-not-count': 'A poll question does not count',
  settle: 'The reports are final',
  credit: 'Hours credited',
  withdraw: 'A decision withdrawn',
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
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Could not be sent yet; will be retried',
  'given-up': 'Could not be sent',
  unknown: 'May have been sent',
}
