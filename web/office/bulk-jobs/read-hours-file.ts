import type { ReadHours } from './hours-csv.ts'
import { hoursProblems, mostBytes } from './hours-csv.ts'

/** Reads a file of hours in a worker: 10,000 rows would block the page. */
export async function readHoursFile(file: File): Promise<ReadHours> {
  if (!/\.csv$/i.test(file.name)) return { problem: 'Only .csv files are accepted.' }
  if (file.size > mostBytes) return { problem: hoursProblems.tooLarge }
  const worker = new Worker(new URL('./hours-csv-worker.ts', import.meta.url), { type: 'module' })
  try {
    const bytes = await file.arrayBuffer()
    return await new Promise<ReadHours>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReadHours>) => resolve(data)
      worker.onerror = reject
      worker.postMessage(bytes, [bytes])
    })
  } catch {
    return { problem: hoursProblems.unreadable }
  } finally {
    worker.terminate()
  }
}
