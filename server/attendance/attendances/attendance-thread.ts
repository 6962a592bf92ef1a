// Runs in a thread of its own: reads one file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readAttendanceFile } from './attendance-file.ts'
import { buffersOf, preparedOf } from './attendance-preparing.ts'
import type { SentWith } from './attendance-tables.ts'

const { bytes, sentWith } = workerData as { bytes: Uint8Array; sentWith: SentWith }
const reading = await readAttendanceFile(bytes, sentWith)
if ('refused' in reading) {
  parentPort?.postMessage(reading)
} else {
  const prepared = preparedOf(reading)
  parentPort?.postMessage(prepared, buffersOf(prepared))
}
