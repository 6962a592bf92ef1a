import { isDeepStrictEqual } from 'node:util'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { daysBetween, shownDate } from '#contract/core/plain-dates.ts'
import { easternDay, seasonLabel, seasonOfDay } from '#contract/core/season.ts'
import { shortened } from '#contract/core/visible-text.ts'
import { mostHours } from '#contract/events/events/facts.ts'
import { daysWithin, readDay, wordsBesideDays } from '#server/attendance/attendances/attendance-dates.ts'
import {
  changeEarlierCertificates,
  keyOfCertificate,
  recordEarlierCertificates,
  removeEarlierCertificates,
} from '#server/counting/earlier-certificates/earlier-certificates.ts'
import type { ImportedCertificate } from '#server/stored-json.ts'
import type { Cells } from './import-cells.ts'
import { lineIn, quoted, RefusedRow, refuseCell } from './import-cells.ts'
import type { Known, TakenDay } from './import-certificate-facts.ts'
import { findKnown, findOwnSerials, findTakenDays, lockKnown } from './import-certificate-facts.ts'
import type { Kind } from './import-kind.ts'

type Content = Omit<ImportedCertificate, 'userId'>

/** Imports certificates that other training providers issued; adds accounts for people that have none. */
export const certificates: Kind<{ content: Content }, { known: Known | undefined }> = {
  locksPeople: true,

  subject: 'certificate',
  keyOf: ({ number, issuer }) => (number && issuer ? keyOfCertificate({ number, issuer }) : ''),

  read(cells, now) {
    const [number, issuer] = [lineIn(cells, 'number'), lineIn(cells, 'issuer')]
    const title = cells.texts.title ? lineIn(cells, 'title') : ''
    const days = daysIn(cells, easternDay(now))
    return { content: { number, issuer, title, days, hours: hoursIn(cells, days.length * mostHours) } }
  },

  async openJudge(db, rows) {
    const contents = rows.map(({ content }) => content)
    const recorded = await findKnown(db, contents)
    const own = await findOwnSerials(db, contents)
    const taken = await findTakenDays(
      db,
      rows.flatMap(({ user }) => user?.userId ?? []),
    )
    return ({ content, user, email, fields }) => {
      const key = keyOfCertificate(content)
      const known = recorded.get(key)
      if (own.has(content.number.toLowerCase()))
        throw new RefusedRow('This portal issued the certificate with this number. Its hours already count.')
      if (known && known.userId !== user?.userId)
        throw new RefusedRow('This certificate is recorded for another account.')
      const changed = known && changedParts(content, known)
      const found = { about: key, known }
      if (changed?.length === 0) return { ...found, verdict: 'same', why: '' }
      const holder = user?.userId ?? email
      const days = taken.get(holder) ?? []
      refuseRepeatedDay(content, days)
      if (!user && !(fields.firstName && fields.lastName))
        throw new RefusedRow('No account has this email. A new one needs a first and a last name.')
      return {
        ...found,
        verdict: changed ? 'changes' : 'new',
        why: changed?.join(', ') ?? (user ? '' : 'A new account'),
        // The next rows may be about the same days.
        take: () => taken.set(holder, [...days, ...content.days.map((on) => ({ on, by: content }))]),
      }
    }
  },

  async write(work, rows) {
    const traces = rows.map(({ content, known, userId }) => {
      const { title, days, hours } = content
      const after = known ? { ...known, title: title || known.title, days, hours } : { ...content, userId }
      return { ...(known && { earlierCertificateId: known.id, before: known }), after }
    })
    const ids = await recordEarlierCertificates(
      work,
      traces.flatMap(({ before, after }) => (before ? [] : after)),
    )
    await changeEarlierCertificates(
      work,
      traces.flatMap(({ before, after }) => (before ? { id: before.id, certificate: after } : [])),
    )
    return traces.map((trace) => {
      const earlierCertificateId = trace.earlierCertificateId ?? ids.shift()
      return earlierCertificateId === undefined
        ? 'It was recorded while this import ran.'
        : { ...trace, earlierCertificateId }
    })
  },

  /** Removes or changes back certificates that are as the import left them. */
  async undo(work, rows) {
    const current = await lockKnown(
      work.tx,
      rows.flatMap(({ trace }) => trace.earlierCertificateId ?? []),
    )
    const found = rows.map((row) => ({ row, now: current.get(row.trace.earlierCertificateId ?? 0) }))
    const undone = found.filter(
      ({ row: { trace }, now }) => !now || (trace.after && isSame(now, trace.after)),
    )
    const changes = undone.flatMap(({ row: { trace }, now }) =>
      now ? [{ id: now.id, certificate: trace.before ?? now, isAdded: !trace.before }] : [],
    )
    await removeEarlierCertificates(
      work,
      changes.filter(({ isAdded }) => isAdded),
    )
    await changeEarlierCertificates(
      work,
      changes.filter(({ isAdded }) => !isAdded),
    )
    return undone.map(({ row }) => row)
  },
}

function hoursIn(cells: Cells, most: number): number {
  const text = lineIn(cells, 'hours')
  const hours = Number(text.replace(/ ?(h|hrs?|hours?)\.?$/i, ''))
  if (!Number.isInteger(hours)) refuseCell(cells, 'hours', `${quoted(text)} is no whole number of hours.`)
  if (hours < 1 || hours > most)
    refuseCell(cells, 'hours', `Has to be 1 to ${most}, as a day has ${mostHours} at most.`)
  return hours
}

/** The most days between a certificate's first and its last. */
const mostDays = 14

/** Reads days: one, several, or the first and the last with a dash. */
function daysIn(cells: Cells, today: PlainDate): PlainDate[] {
  const refuse = (problem: string) => refuseCell(cells, 'days', problem)
  const text = lineIn(cells, 'days')
  const single = readDay(text, cells.isDayFirst)
  const named = (single ? [single] : daysWithin(text, cells.isDayFirst)).toSorted()
  const [first, last] = [named[0], named.at(-1)]
  if (!first || !last) return refuse(`${quoted(text)} names no day.`)
  if (!single && /\d/.test(wordsBesideDays(text, cells.isDayFirst)))
    refuse(`${quoted(text)} has a day that can't be read.`)
  if (last > today) refuse(`${shownDate(last)} is in the future.`)
  const [year, other] = [seasonOfDay(first), seasonOfDay(last)]
  if (year !== other) {
    const years = `${seasonLabel(year)} and ${seasonLabel(other)}`
    refuse(`These days are in the renewal years ${years}. Enter them as two certificates.`)
  }
  const isRange = named.length === 2 && !single && /[–—]| - | to |through/i.test(text)
  const days = isRange ? daysBetween(first, last) : named
  if (isRange && days.length > mostDays) refuse(`More than ${mostDays} days. List them with commas.`)
  return days
}

/** Refuses a row if one of its certificate's days counts already. */
function refuseRepeatedDay(content: Content, taken: TakenDay[]): void {
  const isOther = ({ by }: TakenDay) => !by || keyOfCertificate(by) !== keyOfCertificate(content)
  const found = taken.find((day) => content.days.includes(day.on) && isOther(day))
  if (!found) return
  const on = shownDate(found.on as PlainDate)
  throw new RefusedRow(
    found.by
      ? `Hours on ${on} are recorded already: ${shortened(found.by.number, 40)} of ${shortened(found.by.issuer, 40)}.`
      : `This portal already credits hours on ${on}.`,
  )
}

function changedParts({ title, days, hours }: Content, known: Known): string[] {
  return [
    ...(isDeepStrictEqual(days, known.days) ? [] : ['Days']),
    ...(hours === known.hours ? [] : ['Hours']),
    ...(title && title !== known.title ? ['Course'] : []),
  ]
}

function isSame(one: ImportedCertificate, { hours, title, days }: ImportedCertificate): boolean {
  return one.hours === hours && one.title === title && isDeepStrictEqual(one.days, days)
}
