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

/**
 * Sends what waits, one scan at a time. Stops at the first one without an answer, so that the order stays. One that the portal
 * fails to store waits, with its undo, and the others are sent.
 */
export async function sendScans<Answer>(sending: Sending<Answer>): Promise<void> {
  const { waiting, send, sent, refused, missed } = sending
  const failed = new Set<string>()
  const next = () =>
    waiting().find((scan) => !failed.has(scan.scanId) && !(scan.act === 'undo' && failed.has(scan.undoneId)))
  for (let scan = next(); scan; scan = next()) {
    try {
      sent(scan, await send(scan))
    } catch (error) {
      if (isRefusal(error)) {
        refused(scan, error.message)
        continue
      }
      missed(scan)
      if (!(error instanceof ApiError && error.status === 500)) return
      failed.add(scan.scanId)
    }
  }
}

/** Returns true if sending the same scan later would get the same answer. A hall's network may answer with its own pages, which have no ID. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.requestId === undefined) return false
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
}
