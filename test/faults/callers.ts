import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { wireInput } from '#contract/core/endpoint.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { changeEvent } from '#contract/events/events/edits.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { updateProfile } from '#contract/people/users/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { endpoints } from '#server/endpoints.ts'
import { byHand } from '#test/given.ts'
import { completeProfile } from '../complete-profile.ts'
import type { Stage } from './house.ts'

/** Calls of every kind that continue while something breaks. */
export interface Callers {
  /** Answers other than success, by status; 0: no answer. */
  refusals: Map<number, number>
  /** Returns the longest time of a call. */
  slowestMs(): number
  stop(): Promise<void>
}

const sideBySide = 6

/** Repeatedly reads everything without required parameters and changes an event, a slot, a profile and hours. */
export async function startCallers(stage: Stage, urls: () => string[]): Promise<Callers> {
  const refusals = new Map<number, number>()
  const [administrator, event, [person]] = [
    await stage.administrator(),
    await stage.event(),
    await stage.people(1),
  ]
  const [{ registration_id: registrationId } = { registration_id: 0 }] = await stage.query<{
    registration_id: number
  }>(
    'insert into registrations (user_id, event_id, event_slot_id) values ($1, $2, $3) returning registration_id',
    [person?.userId, event.eventId, event.eventSlotId],
  )
  const reads = endpoints
    .filter(({ method, params, path }) => method === 'GET' && !params && !/ready|mail(box|ed)/.test(path))
    .filter(({ query }) => !query || z.safeParse(query, {}).success)
  let turns = 0
  let slowest = 0
  let isOver = false

  async function ask<E extends Endpoint>(endpoint: E, input: Input<E>, token = administrator.token) {
    const [url] = urls().toSorted(() => Math.random() - 0.5)
    const start = performance.now()
    const { status } = await call(url ?? '', endpoint, input, token)
    slowest = Math.max(slowest, performance.now() - start)
    if (status !== 200) refusals.set(status, (refusals.get(status) ?? 0) + 1)
  }

  async function change(): Promise<void> {
    const turn = ++turns
    const { eventId, eventSlotId, focusId } = event
    const slot = { startOn: '2027-03-09', endOn: '2027-03-10', startTime: '08:00' } as const
    const endTime = turn % 2 ? '12:30' : '12:00'
    await ask(changeEvent, { body: { eventId, eventName: `Drill ${turn}` } })
    await ask(changeSlot, { body: { eventSlotId, focusId, webinarId: null, ...slot, endTime } })
    await ask(generateCertificate, {
      body: byHand({ registrationId, hours: 1 + (turn % 8), reason: 'drill' }),
    })
    await ask(updateProfile, { body: { ...completeProfile, companyName: `${turn}` } as never }, person?.token)
    await ask(contactSupport, { body: { name: 'Pat', email: 'support@example.com', message: 'A drill' } })
    await ask(registerForEvent, { body: event }, person?.token)
  }

  async function goOn(first: number): Promise<void> {
    for (let place = first; !isOver; place += sideBySide) {
      await ask(reads[place % reads.length] as Endpoint, {} as never)
      if (first === 0) await change()
    }
  }

  const done = Promise.all(Array.from({ length: sideBySide }, (_, first) => goOn(first)))
  return {
    refusals,
    slowestMs: () => Math.round(slowest),
    async stop() {
      isOver = true
      await done
    },
  }
}

/** Calls a portal; status 0: no answer. */
export async function call<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Input<E>,
  token: string,
): Promise<{ status: number; text: string }> {
  const { body, query } = Object.keys(input).length > 0 ? wireInput(endpoint, input) : {}
  const search = new URLSearchParams(query as Record<string, string>)
  const answer = fetch(`${url}/api${endpoint.path}?${search}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return answer.then(
    async (came) => ({ status: came.status, text: await came.text() }),
    () => ({ status: 0, text: '' }),
  )
}
