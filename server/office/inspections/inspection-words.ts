import * as z from 'zod/mini'
import { paths } from '#contract/core/paths.ts'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime, seasonLabel } from '#contract/core/season.ts'
import { explain } from '#contract/counting/hours/explain.ts'
import { Finding } from '#contract/counting/hours/findings.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { oldestNode } from '#contract/office/inspections/calls.ts'
import { findSlot } from '#server/events/slots/queries.ts'
import { keysAddressOf } from '#server/foundation/signing-keys/signing-key-names.ts'
import { nameOfUser } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'
import type { InspectionFacts } from './inspection-facts.ts'
import type { FindingLine } from './inspection-records.ts'

/** Returns a pack's scope in words. */
export async function scopeWords(db: Db, scope: InspectionScope): Promise<string> {
  const { eventId, eventSlotId, userId, season } = scope
  if (season !== undefined) return `Renewal year ${seasonLabel(season)}`
  if (eventSlotId !== undefined) {
    const slot = await findSlot(db, eventSlotId)
    return slot ? `${slot.eventName}, ${shownSlot(slot)}` : 'A deleted time slot'
  }
  if (eventId !== undefined) {
    const event = await db
      .selectFrom('events')
      .select('eventName')
      .where('eventId', '=', eventId)
      .executeTakeFirst()
    return event?.eventName ?? 'A deleted event'
  }
  const person = await db
    .selectFrom('users')
    .select(['email', nameOfUser.as('name')])
    .where('userId', '=', userId ?? null)
    .executeTakeFirst()
  return person ? `${person.name} (${person.email})`.replace(/^ \((.*)\)$/, '$1') : 'A deleted account'
}

/** A pack's contents in numbers; `hours` is the sum over the `credited` registrations. */
export type Summary = Record<'people' | 'credited' | 'hours' | 'certificates' | 'reports', number>

/** Returns `README.txt`. */
export function readme(
  scope: string,
  { people, credited, hours, certificates, reports }: Summary,
  { origin, fingerprint }: { origin: string; fingerprint: string },
): string {
  return `Records of Inspection Authorization refresher training
${scope}

${people} registrations; ${credited} with credit, ${shownHours(hours)} together; ${certificates} valid certificates; ${reports} attendance reports.

What is inside
  index.html        The records to read, search and print: open it in a browser
  roster.csv        One line for each registration: who, hours, who gave them, certificate
  certificates/     The valid certificates by their serials: as PDF, and as a signed Open Badge (.jwt)
  explanations/     For each registration, its hours in sentences, hour by hour
  evidence/         Attendance reports and signed sheets exactly as received, named by their SHA-256
  evidence.csv      What each of them is, and who sent it when
  counting/         For each event, everything else by which its hours were counted
  agendas.json      The taught hours of each time slot, as planned or as stated
  rules/            The figures by which hours were counted, such as the minutes that an hour needs
  findings.jsonl    What the rule found for each registration, with the input it saw
  credits.csv       Every decision about hours, oldest first; the last one that stands is on the roster
  exceptions.csv    Credits that an inspector would ask about, each with its reason: before the end, more than taught,
                    overlapping, by hand without evidence, or two with one course number in one year
  decisions.csv     Decisions of administrators about rows of reports
  reviews.csv       Requests of technicians to look at their hours again, and the answers
  provider.json     The training provider as the certificates name it
  manifest.json     The SHA-256 of each file
  manifest.jwt      The portal's signature of manifest.json
  keys.json         The portal's public keys
  verify.mjs        Checks all of this on your own computer

How to check it
Unpack the file into an empty folder. With Node.js ${oldestNode} or newer (https://nodejs.org), run:

  node verify.mjs --online

It asks this portal for its published keys: ${keysAddressOf(origin)}
It compares every file with the manifest and the manifest with the signature, and names what the manifest does not name.
Then it reads the attendance reports again, counts everybody's hours by the figures in rules/, and compares them with
findings.jsonl, credits.csv, roster.csv and the certificates' hours. It compares the roster's emails with the certificates.
Its last line says that all are equal, or names the first difference.

Without --online it needs no network. Then its last line says that the origin was not checked, because anybody can sign
a pack with a key of their own. It prints the fingerprint of the key. Compare it with the one that the portal shows:

  ${origin}${paths.certificateVerification()}

When this pack was made, the SHA-256 fingerprint of the portal's key was

  ${fingerprint}

Make sure that ${origin} is the portal of the training provider: a forged pack has a forged README.txt, and can
have a forged verify.mjs. The training provider can tell you the SHA-256 of the zip file, which is always the same.

Times in .csv and .json files are UTC. Times in explanations are Eastern.
Attendance reports are as received, so they may name people who are not on the roster.
`
}

/** Returns `explanations/REGISTRATION.txt`. */
export function explanation(
  registration: InspectionFacts['registrations'][number],
  { credits, findings }: Pick<InspectionFacts, 'credits'> & { findings: readonly FindingLine[] },
): string {
  const { registrationId, eventName, hours, serial, isValid, certificateHours, issuedAt } = registration
  const given = credits.map(({ act, hours, rule, decidedBy, decidedAt, reason }) => {
    const by = rule ? `by the rule ${rule}` : `by ${decidedBy ?? 'an administrator'}`
    const words = act === 'release' ? 'Back to automatic hours' : shownHours(hours)
    return `  ${shownEastern(decidedAt)}: ${words}, ${by}${reason && `. Reason: ${reason}`}`
  })
  const found = findings.map(({ rule, isCurrent, finding }) =>
    [
      `Counted by the rule ${rule}${isCurrent ? '' : ' (earlier count, named by a credit)'}, in the words that the technician reads:`,
      ...explain(z.decode(Finding, finding)).map((sentence) => `  ${sentence}`),
    ].join('\n'),
  )
  const certificate = serial
    ? `Certificate ${serial}: ${shownHours(certificateHours ?? 0)}, issued ${shownEastern(issuedAt as Date)}${isValid ? '' : '; withdrawn'}`
    : 'No certificate'
  return `${[
    `Registration ${registrationId}: ${nameOf(registration)}`,
    `${eventName}, ${shownSlot(registration)}`,
    `Credit: ${shownHours(hours)}`,
    certificate,
    '',
    ...(found.length > 0 ? found : ['Nothing was counted for this registration.']),
    '',
    given.length > 0 ? 'Decisions about the hours, oldest first:' : 'No hours were credited.',
    ...given,
  ].join('\n')}\n`
}

/** Returns whose registration it is. A certificate names its person even after the account's deletion. */
export function nameOf({ name, email, personName }: InspectionFacts['registrations'][number]): string {
  return name || email || personName || 'Deleted account'
}

/** Returns '09 Feb 2027 11:59 PM Eastern'. */
function shownEastern(instant: Date) {
  return `${shownDate(easternDay(instant))} ${shownTime(easternTime(instant))} Eastern`
}
