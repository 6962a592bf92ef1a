import { createHash } from 'node:crypto'
import type { readAttendanceApart } from '#server/attendances/attendance-readers.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { remember } from '#server/core/remember.ts'

type Read = typeof readAttendanceApart

/** How long a call waits for its file. A silent connection is closed soon after. */
const patienceMs = 25_000

/** How long a reading that came too late waits to be asked for again. */
const keptMs = 60_000

const stillReading =
  'This file is still being read. Send it again in a minute. The portal continues to read it until then.'

/**
 * Returns a reader that answers in time. Refuses with NOT_READY if it takes longer, and reads on: the same file, sent
 * again, gets the same reading.
 */
export function openPatientReader(read: Read, patience = patienceMs): Read {
  const kept = new Map<string, { reading: ReturnType<Read>; isLate: boolean }>()
  return async (bytes, sentWith) => {
    const key = createHash('sha256').update(bytes).update(JSON.stringify(sentWith)).digest('hex')
    const file = remember(kept, key, () => {
      const reading = read(bytes, sentWith)
      const forget = () => kept.delete(key)
      reading.then(() => (kept.get(key)?.isLate ? setTimeout(forget, keptMs).unref() : forget()), forget)
      return { reading, isLate: false }
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        file.isLate = true
        reject(new Refusal('NOT_READY', { message: stillReading }))
      }, patience)
    })
    return Promise.race([file.reading, late]).finally(() => clearTimeout(timer))
  }
}
