// Runs in a thread of its own: reads one file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readAttendanceFile } from './attendance-file.ts'
import { buffersOf, preparedOf } from './attendance-preparing.ts'

const { bytes, zone } = workerData as { bytes: Uint8Array; zone: string | undefined }
const reading = await readAttendanceFile(bytes, { zone })
if ('refused' in reading) {
  parentPort?.postMessage(reading)
} else {
  const prepared = preparedOf(reading)
  parentPort?.postMessage(prepared, buffersOf(prepared))
}
