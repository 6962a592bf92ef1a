import * as z from 'zod/mini'
import { visibleEmail } from '#contract/core/email-addresses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, optionalLine } from '#contract/core/fields.ts'
import { comparedName, formsOfName } from '#contract/core/names.ts'
import { id, idText, onWire } from '#contract/core/wire.ts'
import { mostHours } from '#contract/events/events/facts.ts'
import { creditRefusal, isDecidedAlready } from '#contract/ledger/credits/rules.ts'
import { mostInBulk } from './calls.ts'

export interface HoursRow {
  /** The email, or the name in a list without emails. */
  email: string
  hours: number
  notes?: string | undefined
}

/** A registration for the list's slot. */
interface KnownRegistration {
  email: string
  name: string
  hours: number
  /** An administrator set the hours, not the rule. */
  isDecided: boolean
  isProfileComplete: boolean
}

/** The people that a list can name. */
export interface KnownPeople<R extends KnownRegistration = KnownRegistration> {
  registrations: R[]
  /** People registered for another slot of the event, with that slot. */
  elsewhere: { email: string; name: string; slot: string }[]
  isProviderComplete: boolean
}

/** The verdicts about a row, with their words. */
export const hoursVerdicts = {
  issues: 'Certificate will be issued',
  withdraws: 'Certificate will be withdrawn',
  decides: 'Same hours, set manually',
  unchanged: 'Unchanged',
  duplicate: 'Listed more than once; counts once',
  contradictory: 'Listed with different hours',
  elsewhere: 'Registered for another time slot',
  unknown: 'Not registered for this time slot',
  namesakes: 'More than one registered person has this name',
  'not-whole': 'Hours must be a whole number',
  'out-of-range': `Hours are from 0 to ${mostHours}`,
  incomplete: 'Their profile is incomplete',
  'no-provider': 'Training provider is not set up',
} as const
export type HoursVerdict = keyof typeof hoursVerdicts

export function changesHours(verdict: HoursVerdict): boolean {
  return verdict === 'issues' || verdict === 'withdraws' || verdict === 'decides'
}

export function isRefused(verdict: HoursVerdict): boolean {
  return !(changesHours(verdict) || verdict === 'unchanged' || verdict === 'duplicate')
}

/** A row's verdict, its registration, and the words. */
export interface JudgedHours<R> {
  verdict: HoursVerdict
  registration: R | undefined
  words: string
}

/**
 * Judges every row of a list, in order. A row without an '@' names a person. The page shows the result; the
 * server judges again.
 */
export function judgeHours<R extends KnownRegistration>(
  rows: HoursRow[],
  people: KnownPeople<R>,
): JudgedHours<R>[] {
  const byEmail = finderByEmail(people)
  const byName = finderByName(people)
  const found = rows.map(({ email, hours, notes }) => {
    const person = email.includes('@') ? byEmail(email) : byName(email)
    return { ...person, hours, notes, key: person.registration?.email ?? person.key }
  })
  const hoursOf = new Map<string, Set<number>>()
  for (const { key, hours } of found) hoursOf.set(key, (hoursOf.get(key) ?? new Set()).add(hours))
  const seen = new Set<string>()
  return found.map(({ hours, notes, key, registration, isNamesake, isSpelledAnew, slot }) => {
    const isFirst = !seen.has(key)
    seen.add(key)
    const verdict = verdictOf()
    const words = verdict === 'elsewhere' ? `${hoursVerdicts.elsewhere}: ${slot}` : hoursVerdicts[verdict]
    const who = registration && isSpelledAnew ? ` (${registration.name}, ${registration.email})` : ''
    return { verdict, registration, words: words + who }

    function verdictOf(): HoursVerdict {
      if ((hoursOf.get(key)?.size ?? 0) > 1) return 'contradictory'
      if (!isFirst) return 'duplicate'
      if (isNamesake) return 'namesakes'
      if (!registration && slot !== undefined) return 'elsewhere'
      return judgeRow(
        hours,
        registration && { ...registration, isProviderComplete: people.isProviderComplete },
        notes,
      )
    }
  })
}

/** The person in a row. */
interface FoundPerson<R> {
  /** The same for all rows of a person. */
  key: string
  registration: R | undefined
  /** Two people share the name, so it finds neither. */
  isNamesake?: boolean
  /** The list spells the name differently. */
  isSpelledAnew?: boolean
  /** The other slot, for which the person is registered. */
  slot: string | undefined
}

function finderByEmail<R extends KnownRegistration>({ registrations, elsewhere }: KnownPeople<R>) {
  const held = new Map(registrations.map((one) => [visibleEmail(one.email), one]))
  const others = new Map(elsewhere.map(({ email, slot }) => [visibleEmail(email), slot]))
  return (email: string): FoundPerson<R> => {
    const key = visibleEmail(email)
    return { key, registration: held.get(key), slot: others.get(key) }
  }
}

/**
 * Returns a function that finds a person by the registered name, else by its other spellings. A name in
 * brackets finds nobody, because a list credits hours without asking again.
 */
function finderByName<R extends KnownRegistration>({ registrations, elsewhere }: KnownPeople<R>) {
  const held = Map.groupBy(registrations, ({ name }) => comparedName(name))
  const formed = new Map<string, Set<R>>()
  for (const one of registrations) {
    for (const form of formsOfName(one.name).names) formed.set(form, (formed.get(form) ?? new Set()).add(one))
  }
  const others = new Map(
    elsewhere.flatMap(({ name, slot }) => formsOfName(name).names.map((form) => [form, slot] as const)),
  )
  return (name: string): FoundPerson<R> => {
    const { names } = formsOfName(name)
    const same = names.length > 0 ? held.get(comparedName(name)) : undefined
    const alike = same ?? [...new Set(names.flatMap((form) => [...(formed.get(form) ?? [])]))]
    return {
      key: names[0] ?? comparedName(name),
      registration: alike.length === 1 ? alike[0] : undefined,
      isNamesake: alike.length > 1,
      isSpelledAnew: same === undefined,
      slot: names.map((form) => others.get(form)).find((slot) => slot !== undefined),
    }
  }
}

function judgeRow(
  hours: number,
  registration: (KnownRegistration & { isProviderComplete: boolean }) | undefined,
  notes: string | undefined,
): HoursVerdict {
  if (!Number.isInteger(hours)) return 'not-whole'
  if (hours < 0 || hours > mostHours) return 'out-of-range'
  if (!registration) return 'unknown'
  if (isDecidedAlready(hours, registration, notes)) return 'unchanged'
  const refusal = creditRefusal(hours, registration, notes)
  if (refusal) return refusal === 'PROVIDER_INCOMPLETE' ? 'no-provider' : 'incomplete'
  if (hours === registration.hours) return 'decides'
  return hours === 0 ? 'withdraws' : 'issues'
}

export const getSlotHours = endpoint({
  route: 'GET /private/slot-hours',
  access: 'registrations:read',
  summary: 'The registrations of a slot with their hours, and the people who hold another slot of its event.',
  query: onWire({ eventSlotId: 'event_slot_id' }, { eventSlotId: idText() }),
  data: z.object({
    registrations: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        hours: z.int(),
        isDecided: z.boolean(),
        isProfileComplete: z.boolean(),
      }),
    ),
    elsewhere: z.array(z.object({ email: z.string(), name: z.string(), slot: z.string() })),
    /** Certificates can be issued. */
    isProviderComplete: z.boolean(),
  }),
  refusals: ['SLOT_NOT_FOUND'],
})

export const importHours = endpoint({
  route: 'POST /private/bulk-hours-import',
  access: 'credits:write',
  summary:
    'Credits the hours of a list to the registrations of a slot. Certificates follow, and emails with `email_cert`. The same list again changes nothing.',
  body: onWire(
    { eventSlotId: 'event_slot_id', mailsCertificates: 'email_cert' },
    {
      eventSlotId: id(),
      mailsCertificates: z.optional(
        z.union([z.boolean(), z.literal(0), z.literal(1)], { error: 'Must be true or false' }),
      ),
      /** true: unusual hours are intended. Their reason is their row's, or the common one. */
      isConfirmed: z.optional(z.boolean({ error: 'Must be true or false' })),
      reason: z.optional(optionalLine(longest.line)),
      data: z
        .array(
          z.object(
            {
              email: z.string({ error: 'Every row needs an email' }).check(z.maxLength(longest.line)),
              hours: z
                .number({ error: 'Hours are a number' })
                .check(z.minimum(-1_000_000), z.maximum(1_000_000)),
              notes: z.optional(optionalLine(longest.line)),
            },
            { error: 'A row has email, hours and notes' },
          ),
          { error: 'The list is missing' },
        )
        .check(
          z.minLength(1, { error: 'The list is empty' }),
          z.maxLength(mostInBulk, { error: `A list has ${mostInBulk} rows at most` }),
        ),
    },
  ),
  // A long list comes as the file of a form, in JSON.
  fileField: 'data',
  large: {
    mostBytes: 8 * 1024 * 1024,
    why: 'A list has 10,000 rows. One with a long email and notes has about 500 bytes.',
    perPerson: 30,
  },
  data: z.object({
    /** One per row, in order. */
    results: z.array(
      z.object({
        email: z.string(),
        /** As given. */
        hours: z.number(),
        status: z.enum(['updated', 'unchanged', 'failed']),
        /** null unless it failed. */
        error: z.nullable(z.string()),
        /** It failed only because the hours are unusual. They need a reason and a confirmation. */
        isUnusual: z.boolean(),
      }),
    ),
    /** The job to follow or undo; absent if nothing changed. */
    jobId: z.optional(z.string()),
  }),
  refusals: ['SLOT_NOT_FOUND', 'PROVIDER_INCOMPLETE'],
})
