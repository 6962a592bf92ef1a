// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { completeProfile } from '#test/complete-profile.ts'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { dropCheckIn, keptCheckIns, storeCheckIn } from './kept-check-ins.ts'
import { markFresh, sendCheckIns } from './send-check-ins.ts'

beforeEach(() => {
  localStorage.clear()
  const user = { ...completeProfile, token: 'mine', isAdmin: true, permissions: ['check-ins:write'] }
  useSession.setState({ userData: user as unknown as SessionUser })
  for (const [place, name] of ['a', 'b', 'c'].entries())
    storeCheckIn({ checkInId: idOf(name), act: 'in', at: new Date(place), registrationId: 1, how: 'search' })
})
afterEach(() => vi.unstubAllGlobals())

const idOf = (name: string) => `00000000-0000-4000-8000-00000000000${name}`

const answer = {
  registrationId: 1,
  name: '',
  email: '',
  was: null,
  visits: [],
  at: new Date(0).toISOString(),
}

/** Sends a, b and c; the portal answers b as given. Returns what happened, in order, and what waits. */
async function sendWith(answerToB?: () => Response): Promise<{ steps: string[]; waiting: string[] }> {
  const steps: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return new Response()
    const { scanId, at } = JSON.parse(String(body))
    const name = scanId.at(-1)
    steps.push(`send ${name}${at ? '' : ' without a time'}`)
    if (name === 'b' && answerToB) return answerToB()
    return Response.json({ error: false, data: { ...answer, scanId } })
  })
  await sendCheckIns({
    arrived: ({ checkInId }) => dropCheckIn(checkInId),
    refused: (kept, reason, wasFresh) => {
      steps.push(`refused ${kept.checkInId.at(-1)}${wasFresh ? ', fresh' : ''}: ${reason}`)
      storeCheckIn({ ...kept, refusal: reason })
    },
  })
  return {
    steps,
    waiting: keptCheckIns().flatMap(({ checkInId, refusal }) => (refusal ? [] : checkInId.slice(-1))),
  }
}

const failure = (status: number) => () =>
  Response.json({ error: true, code: 'BUG', message: `failed with ${status}`, requestId: '1' }, { status })

test('what waits is sent in order', async () => {
  expect(await sendWith()).toEqual({ steps: ['send a', 'send b', 'send c'], waiting: [] })
})

test('only one that was kept while nothing waited is sent without a time', async () => {
  markFresh(idOf('b'))
  const steps = ['send a', 'send b without a time', 'refused b, fresh: failed with 409', 'send c']
  expect(await sendWith(failure(409))).toEqual({ steps, waiting: [] })
})

test.each([400, 403, 404, 409])(
  'a check-in that is refused with %d is set aside, and the next one is sent',
  async (status) => {
    const steps = ['send a', 'send b', `refused b: failed with ${status}`, 'send c']
    expect(await sendWith(failure(status))).toEqual({ steps, waiting: [] })
  },
)

function fails(problem: Error): () => never {
  return () => {
    throw problem
  }
}

test.each([
  ['no network', fails(new TypeError('Failed to fetch'))],
  ['an ended session', failure(401)],
  ['too many calls', failure(429)],
  ['a portal that is down', failure(503)],
  ["the page of a hall's network", () => new Response('Log in to the Wi-Fi', { status: 403 })],
  ['an answer that came too late', fails(new DOMException('The operation timed out', 'TimeoutError'))],
])('with %s, the check-in and those after it wait', async (_, answerToB) => {
  expect(await sendWith(answerToB)).toEqual({ steps: ['send a', 'send b'], waiting: ['b', 'c'] })
})

test('a check-in that the portal fails to store waits, and the others are sent', async () => {
  expect(await sendWith(failure(500))).toEqual({ steps: ['send a', 'send b', 'send c'], waiting: ['b'] })
})
