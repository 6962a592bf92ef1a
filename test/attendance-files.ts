import { expect } from 'vitest'
import { easternClock, portalZone } from '#contract/core/season.ts'
import { readAttendanceFile } from '#server/attendance/attendances/attendance-file.ts'
import type { Reading } from '#server/attendance/attendances/attendance-reading.ts'
import type { SentWith } from '#server/attendance/attendances/attendance-tables.ts'

/** Returns a text as Zoom and GoTo Webinar write it: UTF-8 with a byte order mark and Windows line endings. */
export function marked(text: string): Buffer {
  return Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`)
}

/** Returns a text as Teams, Webex and Excel's 'Unicode Text' write it: UTF-16 with a byte order mark. */
export function unicodeText(text: string): Buffer {
  return Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le')
}

/** Returns what the readers understand of a file whose sender is in the Eastern zone. */
export async function readingOf(
  file: string | Buffer,
  sent: SentWith = { zone: portalZone },
): Promise<Reading> {
  const read = await readAttendanceFile(Buffer.from(file as string), sent)
  expect(read).not.toHaveProperty('refused')
  return read as Reading
}

/** Returns the sentence by which the readers refuse a file. */
export async function refusalOf(file: string | Buffer, sent: SentWith = { zone: portalZone }) {
  const read = await readAttendanceFile(Buffer.from(file as string), sent)
  return 'refused' in read ? read.refused : 'This file is read.'
}

/** Returns each visit as a line: 'Ada Rivet ada@example.com attendee online 07:58:00-12:02:00'. */
export function visitLines({ visits }: Reading): string[] {
  return visits.map(({ name, email, role, medium, status, joinedAt, leftAt }) => {
    const [from, to] = [joinedAt, leftAt].map((at) => (at ? easternClock(at).slice(11) : ''))
    const as = status === 'present' ? role : status
    return [name, email, as, medium, `${from}-${to}`].filter(Boolean).join(' ')
  })
}

/** Returns each answer as a line: 'ada@example.com Still there? Yes 08:25:10 1'. */
export function answerLines({ answers }: Reading): string[] {
  return answers.map(({ name, email, question, answer, answeredAt, on, nth }) =>
    [email ?? name, question, answer, answeredAt ? easternClock(answeredAt).slice(11) : on, nth].join(' '),
  )
}

/** Returns the total of each person. */
export function totalLines({ totals }: Reading): string[] {
  return totals.map(({ email, name, minutes }) => `${email ?? name} ${minutes}`)
}
