import { expect, test } from 'vitest'
import { ApiError, unreachable } from '#web/core/api/api-error.ts'
import type { NotedScan } from './noted-scans.ts'
import { sendScans } from './send-scans.ts'

const scans = ['a', 'b', 'c'].map(
  (scanId): NotedScan => ({ scanId, act: 'in', at: new Date(0), registrationId: 1, how: 'search' }),
)
const failure = (status: number) =>
  new ApiError(status, { code: 'BUG', message: `failed with ${status}`, requestId: '1' })

/** Sends a, b and c; b fails with an error. Returns what happened, in order. */
async function sendWith(error?: Error): Promise<string[]> {
  const steps: string[] = []
  let left = scans
  const settled = ({ scanId }: NotedScan) => {
    left = left.filter((scan) => scan.scanId !== scanId)
  }
  await sendScans({
    waiting: () => left,
    send: async ({ scanId }) => {
      steps.push(`send ${scanId}`)
      if (scanId === 'b' && error) throw error
    },
    sent: settled,
    refused: (scan, reason) => {
      steps.push(`refused ${scan.scanId}: ${reason}`)
      settled(scan)
    },
    missed: ({ scanId }) => void steps.push(`missed ${scanId}`),
  })
  return steps
}

test('what waits is sent in order', async () => {
  expect(await sendWith()).toEqual(['send a', 'send b', 'send c'])
})

test.each([400, 403, 404, 409])(
  'a scan that is refused with %d is set aside, and the next one is sent',
  async (status) => {
    const steps = ['send a', 'send b', `refused b: failed with ${status}`, 'send c']
    expect(await sendWith(failure(status))).toEqual(steps)
  },
)

test.each([
  ['no network', unreachable()],
  ['an ended session', failure(401)],
  ['too many calls', failure(429)],
  ['a portal that is down', failure(503)],
  [
    "the page of a hall's network",
    new ApiError(403, { code: 'NOT_PERMITTED', message: 'Log in to the Wi-Fi' }),
  ],
  ['an answer that came too late', new DOMException('The operation timed out', 'TimeoutError')],
])('with %s, the scan and those after it wait', async (_, error) => {
  expect(await sendWith(error)).toEqual(['send a', 'send b', 'missed b'])
})

test('a scan that the portal fails to store waits, and the others are sent', async () => {
  expect(await sendWith(failure(500))).toEqual(['send a', 'send b', 'missed b', 'send c'])
})
