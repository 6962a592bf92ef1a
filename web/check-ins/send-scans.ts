import { ApiError } from '#web/core/api/api-error.ts'
import type { NotedScan } from './noted-scans.ts'

interface Sending<Answer> {
  /** Returns the scans that the portal does not have, in their order. */
  waiting: () => NotedScan[]
  send: (scan: NotedScan) => Promise<Answer>
  sent: (scan: NotedScan, answer: Answer) => void
  refused: (scan: NotedScan, reason: string) => void
  /** Called if there is no answer; the scan stays. */
  missed: (scan: NotedScan) => void
}

/** Sends what waits, one scan at a time. Stops at the first one without an answer, so that the order stays. */
export async function sendScans<Answer>(sending: Sending<Answer>): Promise<void> {
  const { waiting, send, sent, refused, missed } = sending
  for (let scan = waiting()[0]; scan; scan = waiting()[0]) {
    try {
      sent(scan, await send(scan))
    } catch (error) {
      if (!isRefusal(error)) return missed(scan)
      refused(scan, error.message)
    }
  }
}

/** Tells whether sending the same scan later would get the same answer. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
}
