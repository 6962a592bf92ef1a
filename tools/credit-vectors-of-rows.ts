import * as z from 'zod'
import type { Match } from '#contract/attendance/attendances/matching.ts'
import { knownPeople, matchOne } from '#contract/attendance/attendances/matching.ts'

const MatchVector = z.object({
  world: z.object({
    slot: z.string(),
    webinarId: z.string().nullish(),
    registrations: z.array(
      z.object({
        registrationId: z.int(),
        userId: z.string(),
        slot: z.string(),
        emails: z.array(z.string()),
        name: z.string().default(''),
        canceled: z.boolean().default(false),
      }),
    ),
    identities: z.array(
      z.object({
        registrationId: z.int(),
        webinarId: z.string(),
        registrantId: z.string(),
        email: z.string().nullish(),
      }),
    ),
  }),
  rows: z.array(
    z.object({
      row: z.int(),
      registrantId: z.string().nullish(),
      email: z.string().nullish(),
      name: z.string().nullish(),
      // People in other roles hosted.
      role: z.enum(['attendee', 'panelist', 'host']).catch('host').default('attendee'),
    }),
  ),
  decisions: z.array(
    z.object({ row: z.int(), act: z.enum(['decide', 'withdraw']), to: z.array(z.int()).default([]) }),
  ),
})

/** Matches the rows of a report. */
export function matchVector(vector: unknown): object[] {
  const { world, rows, decisions } = MatchVector.parse(vector)
  const people = knownPeople({
    webinarId: world.webinarId ?? null,
    registrations: world.registrations.map(({ slot, canceled, ...registration }) => ({
      ...registration,
      isOtherSlot: slot !== world.slot,
      isCanceled: canceled,
      emails: [
        ...registration.emails,
        // An email given to the webinar platform.
        ...world.identities.flatMap(({ registrationId, email }) =>
          email && registrationId === registration.registrationId ? [email] : [],
        ),
      ],
    })),
    identities: world.identities,
  })
  const decided = decisions.map(({ row, act, to }) => ({ rowId: row, act, to }))
  return rows.map(({ row, registrantId, email, name, role }) =>
    spelled(
      matchOne(
        people,
        { rowId: row, registrantId: registrantId ?? null, email: email ?? null, name: name ?? '', role },
        decided,
      ),
    ),
  )
}

function spelled(match: Match): object {
  if ('to' in match) return match
  return { wait: match.waits, ...(match.candidates.length > 0 && { candidates: match.candidates }) }
}
