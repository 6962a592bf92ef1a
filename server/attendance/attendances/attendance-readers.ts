import { openReadingThread } from '#server/core/files/reading-thread.ts'
import type { PreparedReading } from './attendance-preparing.ts'
import type { SentWith } from './attendance-tables.ts'

/** Reads and prepares files in a thread, so that this one keeps answering calls. */
export const readAttendanceApart = openReader(512)

/** Opens a reader of reports. */
export function openReader(mostMegabytes: number) {
  const read = openReadingThread<{ bytes: Uint8Array; sentWith: SentWith }, PreparedReading>({
    module: new URL('./attendance-preparing.ts', import.meta.url),
    name: 'prepareFile',
    mostMegabytes,
  })
  return (bytes: Uint8Array, sentWith: SentWith, mostMs?: number) => read({ bytes, sentWith }, mostMs)
}
