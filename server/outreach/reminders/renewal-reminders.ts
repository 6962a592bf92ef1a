import { addDays, shownDate } from '#contract/core/plain-dates.ts'
import { beginningOf, deadlineOf, easternClock, easternDay, seasonOf } from '#contract/core/season.ts'
import { stopRemindersLink } from '#contract/outreach/reminders/calls.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'
import { renewalMail } from './mails.ts'
import type { Lacking, OpenSlot } from './reminder-recipients.ts'
import { findOpenSlots, lockLacking } from './reminder-recipients.ts'

/** The days before the deadline on which people who lack hours are reminded, first to last. */
const warned = { from: 21, until: 3 }
/** The Eastern hours in which emails are written. */
const awake = { from: 8, until: 18 }
const mostAtOnce = 500
const mostSlots = 3
const firstUser = '00000000-0000-0000-0000-000000000000'

/**
 * Reminds people who lack hours, with slots that would close the gap. Writes once per missed slot, and once
 * three weeks before the deadline. Writes nothing at night, and nothing to people without a possible slot.
 */
export async function remindOfRenewal(work: Work, { after = firstUser }: Jobs['remind-of-renewal']) {
  const { tx, clock, addJobs, config } = work
  const now = clock()
  const hour = Number(easternClock(now).slice(11, 13))
  if (hour < awake.from || hour >= awake.until) return
  const [season, today] = [seasonOf(now), easternDay(now)]
  const open = await findOpenSlots(tx, season, today)
  if (open.length === 0) return
  const deadline = deadlineOf(season)
  const isWarned = addDays(deadline, -warned.from) <= today && today <= addDays(deadline, -warned.until)
  const { lacking, last } = await lockLacking(tx, {
    season,
    now,
    today,
    isWarned,
    after,
    atMost: mostAtOnce,
  })
  const reminded = lacking.flatMap((person) => {
    const slots = slotsFor(person, open)
    return slots ? [{ person, slots }] : []
  })
  const about = { publicUrl: config.publicUrl, deadline: shownDate(deadline) }
  const mailIds = await writeMails(
    work,
    reminded.map(({ person, slots }) => ({
      cause: `renewal-reminder:${person.userId}:${person.kind}:${person.about}`,
      to: person.email,
      content: renewalMail(person, { ...slots, ...about }),
      unsubscribeUrl: stopRemindersLink(config.publicUrl, person.reminderCode),
      expiresAt: beginningOf(season + 1),
    })),
  )
  const written = reminded.flatMap(({ person: { userId, kind, about } }, index) => {
    const mailId = mailIds[index]
    return mailId === undefined ? [] : [{ userId, kind, about, mailId }]
  })
  if (written.length > 0) await tx.insertInto('renewalReminders').values(written).execute()
  if (last !== undefined) await addJobs('remind-of-renewal', [{ after: last }])
}

/** Returns the soonest slots that close the gap, else the soonest of all; undefined if none is left. */
function slotsFor(
  { eventIds, covered }: Pick<Lacking, 'eventIds' | 'covered'>,
  open: readonly OpenSlot[],
): { slots: OpenSlot[]; doClose: boolean } | undefined {
  const others = open.filter(({ eventId }) => !eventIds.includes(eventId))
  const closing = others.filter(({ hours }) => covered + hours >= hoursNeeded)
  const slots = (closing.length > 0 ? closing : others).slice(0, mostSlots)
  return slots.length > 0 ? { slots, doClose: closing.length > 0 } : undefined
}
