import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import type { Connection } from '#server/core/db/connection.ts'
import type { RehearsalPerson } from './cast.ts'
import { rehearsalCast } from './cast.ts'
import { comparedHabits, comparedMails } from './comparison.ts'
import { habitOf } from './habits.ts'
import { rehearsedPack } from './pack.ts'
import type { SignedUp } from './people.ts'
import { askForLink, register, signUp } from './people.ts'
import type { Portal } from './portal.ts'
import { openPortal } from './portal.ts'
import type { RehearsalResult } from './result.ts'
import type { SeriesSlot } from './series.ts'
import { stageSeries } from './series.ts'
import { reportedAfterMs, stepsOf } from './steps.ts'

const minute = 60_000
const beginsMsBefore = 36 * 60 * minute

interface Options {
  people: number
  /** Varies minutes and seconds, but no hours of credit. */
  seed: number
  /** Ends the rehearsal. */
  signal?: AbortSignal
}

/**
 * Holds a two-day series in its own portal, on a migrated database without people, from the registrations to
 * the certificates. Returns the expected and the actual results.
 */
export async function rehearse(
  connection: Connection,
  { people, seed, signal }: Options,
): Promise<RehearsalResult> {
  const startedAt = performance.now()
  const portal = await openPortal(connection, signal)
  try {
    const series = await stageSeries(portal, addDays(easternDay(new Date()), 14))
    const { eventId, eventSlotId, time, days } = series.held
    const [{ startAt }, { endAt }] = days
    const cast = rehearsalCast(series, { people, seed })
    portal.moveTo(startAt - beginsMsBefore)
    const signedUp = await signUpAll(portal, series.held, cast)
    console.log('The series is held …')
    let certifiedAt: number | undefined
    for (const { at, run } of stepsOf(portal, series, signedUp)) {
      portal.moveTo(at)
      await run()
      await portal.settled()
      if (at > endAt && (await haveCertificates(portal, cast))) certifiedAt ??= at
    }
    const { people: found } = await portal.administer(getSlotFindings, { query: { eventSlotId } })
    return {
      slot: shownSlot(time),
      people,
      seed,
      habits: comparedHabits(cast, new Map(found.map(({ email, hours }) => [email, hours]))),
      mails: comparedMails(cast, await sentMails(portal)),
      minutesToCertificate: certifiedAt
        ? Math.ceil((certifiedAt - endAt - reportedAfterMs) / 6000) / 10
        : null,
      pack: await rehearsedPack(portal, eventId),
      tookSeconds: Math.round((performance.now() - startedAt) / 1000),
    }
  } finally {
    await portal.close()
  }
}

async function signUpAll(
  portal: Portal,
  held: SeriesSlot,
  cast: readonly RehearsalPerson[],
): Promise<SignedUp[]> {
  console.log(`${cast.length} people sign up and register …`)
  for (const person of cast) await askForLink(portal, person)
  await portal.settled()
  const signedUp: SignedUp[] = []
  for (const person of cast) {
    const each = await signUp(portal, person)
    if (!habitOf(person.habit).registersLate) await register(portal, each, held)
    signedUp.push(each)
  }
  await portal.settled()
  return signedUp
}

/** Returns true if everyone with all hours has an emailed certificate. A made-up hour may come later. */
async function haveCertificates(portal: Portal, cast: readonly RehearsalPerson[]): Promise<boolean> {
  const certificates = (await sentMails(portal)).filter(({ cause }) => cause.startsWith('certificate:'))
  const mailed = new Set(certificates.map(({ toAddress }) => toAddress))
  const most = Math.max(...cast.map(({ expectedHours }) => expectedHours))
  return cast
    .filter(({ habit, expectedHours }) => expectedHours === most && !habitOf(habit).makesUp)
    .every(({ email }) => mailed.has(email))
}

function sentMails({ services: { db } }: Portal) {
  return db.selectFrom('mails').select(['cause', 'toAddress']).where('status', '=', 'sent').execute()
}
