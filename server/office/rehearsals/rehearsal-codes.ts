import { makePollCodes } from '#contract/attendance/poll-codes/calls.ts'
import type { RehearsalPoll } from './rehearsal-cast.ts'
import { pollMinutes } from './rehearsal-cast.ts'
import type { RehearsalClient } from './rehearsal-client.ts'

/** The most codes that one call makes. */
const mostCodes = 100

/** Makes the codes of a slot's polls. Returns each by the instant at which it opens, in milliseconds. */
export async function makeCodes(
  { call }: RehearsalClient,
  { eventSlotId, polls }: { eventSlotId: number; polls: readonly RehearsalPoll[] },
  administrator: string,
): Promise<Map<number, string>> {
  const made = new Map<number, string>()
  for (let place = 0; place < polls.length; place += mostCodes) {
    const codes = polls.slice(place, place + mostCodes).map(({ label, opensAt }) => ({
      question: label,
      opensAt: new Date(opensAt),
      minutes: pollMinutes,
    }))
    const all = await call(makePollCodes, { body: { eventSlotId, codes } }, administrator)
    for (const { opensAt, code } of all.codes) made.set(opensAt.getTime(), code ?? '')
  }
  return made
}
