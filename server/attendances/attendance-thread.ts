// Runs in a thread of its own: reads one file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readAttendanceFile } from './attendance-file.ts'

const { bytes, zone } = workerData as { bytes: Uint8Array; zone: string | undefined }
parentPort?.postMessage(await readAttendanceFile(bytes, { zone }))
