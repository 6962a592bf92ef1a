import { expect } from 'vitest'
import { decideAttendance, withdrawDecision } from '#contract/attendance/attendance-decisions/calls.ts'
import { slotSubject, subjectOfReport } from '#contract/attendance/attendance-decisions/subjects.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { anomalies, getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { answerReview, askForReview } from '#contract/counting/credit-reviews/calls.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import { getSlotAgendas, stateHours } from '#contract/events/slots/agenda-calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { setAutomation } from '#contract/office/automations/calls.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { giveBackBulkJob, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import {
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { countSlot } from '#server/counting/credit-findings/credit-findings.ts'
import { write } from '#server/work.ts'
import type { TestApp } from './app.ts'
import { noPollsAsked, uploadAttendanceFile } from './attendance-uploads.ts'
import { castDays, randomOf } from './cast.ts'
import type { Person } from './given.ts'
import { givenAdministrator, givenSession } from './given.ts'

/** The renewal year of all slots. */
export const season = 2026

const reason = 'Random operation'
/** A name without a font: a first certificate waits for another one. */
export const unprintable = 'ⵉⴷⵉⵔ'
const mostPeople = 12
const minutesOfSlot = 4 * 60
const starts = ['08:00', '13:00', '17:30'] as const

/** An event with three slots on two days, another event at the time of the first slot, and people with registrations for one or both. */
export interface RandomSeason {
  app: TestApp
  administrator: Person
  eventId: number
  otherEventId: number
  focusId: number
  slots: { eventSlotId: number; startsAt: number }[]
}

/** Inserts the events and their people. Hours are credited automatically. */
export async function givenRandomSeason(app: TestApp): Promise<RandomSeason> {
  const administrator = await givenAdministrator(app)
  const focusId = 2
  const query = queryOf(app)
  const slotsOf = async (eventName: string, times: readonly string[]) => {
    const rows = await query<{ eventId: number; eventSlotId: number }>(
      `with event as (insert into events (event_name) values ($1) returning event_id)
       insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
       select event_id, $2, $3, $4, start_time, start_time + interval '4 hours' from event, unnest($5::time[]) start_time
       returning event_id as "eventId", event_slot_id as "eventSlotId"`,
      [eventName, focusId, ...castDays, times],
    )
    return { eventId: rows[0]?.eventId ?? 0, slotIds: rows.map(({ eventSlotId }) => eventSlotId) }
  }
  const event = await slotsOf('Random operations', starts)
  const other = await slotsOf('The same hours elsewhere', starts.slice(0, 1))
  const slotIds = [...event.slotIds, ...other.slotIds]
  await query(
    `with people as (
       insert into users (email, first_name, last_name, country, state, zip, company_name)
       select 'random-' || place || '@example.com', 'Random', 'Person ' || place, 'United States', 'Ohio', '44114', 'Example'
       from generate_series(0, $1 - 1) place returning user_id, email
     )
     insert into registrations (user_id, event_id, event_slot_id, registered_at)
     select user_id, event_id, event_slot_id, now() - interval '1 year'
     from people cross join lateral (select substring(email from '\\d+')::integer as place) as named
     join event_slots on event_slot_id = ($2::integer[])[1 + place % 3] or event_slot_id = $3 and place % 3 = 0`,
    [mostPeople, event.slotIds, other.slotIds[0]],
  )
  for (const eventSlotId of slotIds) await noPollsAsked(app, eventSlotId, ...castDays)
  for (const { eventId } of [event, other]) {
    const body = { eventId, mode: 'credit' } as const
    const { failure } = await app.call(setAutomation, { body }, administrator.token)
    expect(failure).toBe(undefined)
  }
  return {
    app,
    administrator,
    focusId,
    eventId: event.eventId,
    otherEventId: other.eventId,
    slots: slotIds.map((eventSlotId, place) => ({
      eventSlotId,
      startsAt: minutesOf(starts[place % starts.length] ?? '08:00'),
    })),
  }
}

/** Does one operation after the other, each chosen by a seed, and calls `check` after each. Returns how often each one was done. */
export async function operate(
  given: RandomSeason,
  { seed, operations, check }: { seed: number; operations: number; check: (act: string) => Promise<void> },
): Promise<Record<string, number>> {
  const random = randomOf(seed)
  const acts = actsOn(given, random)
  const done: Record<string, number> = {}
  for (let number = 0; number < operations; number++) {
    const names = Object.keys(acts)
    const name = names[Math.floor(random() * names.length)] ?? ''
    if ((await acts[name]?.()) !== false) done[name] = (done[name] ?? 0) + 1
    await given.app.untilJobsAreDone()
    await check(`${name}, operation ${number + 1} of seed ${seed}`)
  }
  return done
}

function actsOn(given: RandomSeason, random: () => number): Record<string, () => Promise<unknown>> {
  const { app, administrator, eventId, slots, focusId } = given
  const query = queryOf(app)
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <Choice>(choices: readonly Choice[]) => choices[below(choices.length)] as Choice

  /** Calls as the administrator. Returns whether it was done: a random operation may be refused. */
  async function act<E extends Endpoint>(endpoint: E, body: unknown, more: object = {}): Promise<boolean> {
    const { failure, status } = await app.call(endpoint, { body, ...more } as never, administrator.token)
    expect(status).toBeLessThan(500)
    return failure === undefined
  }
  const registrations = () =>
    query<{ registrationId: number; userId: string; eventSlotId: number; hours: number }>(
      `select registration_id as "registrationId", user_id as "userId", event_slot_id as "eventSlotId", hours
       from registrations where event_id = $1 and cancelled_at is null order by 1`,
      [eventId],
    )
  const slotId = () => oneOf(slots).eventSlotId
  const decide = (eventSlotId: number, body: object) =>
    act(decideAttendance, { eventSlotId, registrationIds: [], reason, ...body })
  const jobs = () =>
    query<{ id: string }>(
      "select bulk_job_id as id from bulk_jobs where kind = 'credit' and undoes is null order by asked_at desc limit 4",
    )

  /** Uploads a report of a slot's day for a slot, often the same one. */
  async function upload(of: (typeof slots)[number], eventSlotId: number): Promise<boolean> {
    const on = oneOf(castDays)
    const rows = Array.from({ length: 1 + below(6) }, () => {
      const from = of.startsAt - 20 + 10 * below(16)
      const to = Math.min(from + 30 + 10 * below(24), of.startsAt + minutesOfSlot + 30)
      const person = `random-${below(mostPeople + 1)}@example.com`
      return `Random Person,${person},${on} ${timeOf(from)},${on} ${timeOf(to)}`
    })
    const report = `User Name,Email,Join Time,Leave Time\n${rows.join('\n')}\n`
    const { status } = await uploadAttendanceFile(app, report, { eventSlotId, by: administrator })
    expect(status).toBe(200)
    return true
  }

  /** Returns what waits at a slot. */
  const waitsOf = async (eventSlotId: number): Promise<Question[]> =>
    (await app.call(getSlotFindings, { query: { eventSlotId } }, administrator.token)).data.waits

  return {
    upload: () => {
      const slot = oneOf(slots)
      return upload(slot, slot.eventSlotId)
    },
    'upload for the wrong slot': () => upload(oneOf(slots), slotId()),
    'set aside': async () => {
      const rows = await query<{ eventSlotId: number; hash: string }>(
        `select event_slot_id as "eventSlotId", encode(bytes_hash, 'hex') as hash from attendance_reports order by attendance_report_id`,
      )
      if (rows.length === 0) return false
      const { eventSlotId, hash } = oneOf(rows)
      const subjects = [{ subject: subjectOfReport(hash, random() < 0.3 ? oneOf(castDays) : undefined) }]
      return decide(eventSlotId, { act: 'set-aside', subjects })
    },
    'take back': async () => {
      const rows = await query<{ id: number }>(
        `select attendance_decision_id as id from attendance_decisions where act <> 'withdraw' and decided_by is not null order by 1`,
      )
      return rows.length > 0 && act(withdrawDecision, { decisionIds: [oneOf(rows).id], reason })
    },
    settle: () => decide(slotId(), { act: 'settle', subjects: [{ subject: slotSubject }] }),
    figures: async () => {
      const rules = await app.call(getCreditRules, { query: { season } }, administrator.token)
      const { ruleId, figures } = rules.data.valid.virtual
      const tried = { ...figures, neededMinutes: 40 + below(11), leastHoursADay: below(3) }
      return act(makeFiguresValid, { season, isInPerson: false, figures: tried, reason, readRuleId: ruleId })
    },
    agenda: async () => {
      const eventSlotId = slotId()
      const { planned, versions } = (
        await app.call(getSlotAgendas, { query: { eventSlotId } }, administrator.token)
      ).data
      const hours = random() < 0.4 ? null : planned.filter(() => random() < 0.9)
      return act(stateHours, { eventSlotId, hours, reason, readAgendaId: versions[0]?.agendaId ?? null })
    },
    'credit everybody': async () => {
      const eventSlotId = slotId()
      for (const { kind, subject } of await waitsOf(eventSlotId)) {
        if (anomalies.some((anomaly) => anomaly === kind))
          await decide(eventSlotId, { act: 'set-aside', subjects: [{ subject }] })
      }
      await app.untilJobsAreDone()
      const action = { kind: 'credit-found', eventSlotId }
      return act(startBulkJob, { action, registrations: { filter: {} } })
    },
    undo: async () => {
      const rows = await jobs()
      return rows.length > 0 && act(undoBulkJob, { reason }, { params: { jobId: oneOf(rows).id } })
    },
    'give back': async () => {
      const rows = await jobs()
      return rows.length > 0 && act(giveBackBulkJob, { reason }, { params: { jobId: oneOf(rows).id } })
    },
    'answer a wait': async () => {
      const eventSlotId = slotId()
      const waits = await waitsOf(eventSlotId)
      if (waits.length === 0) return false
      const { subject, registrationId, kind, facts } = oneOf(waits)
      if (registrationId === null && !anomalies.some((anomaly) => anomaly === kind)) {
        const ids = [[], [oneOf(await registrations()).registrationId]]
        return decide(eventSlotId, { act: 'match', subjects: [{ subject }], registrationIds: oneOf(ids) })
      }
      const credit = facts.hours && { registrationId, hours: facts.hours.now, isByRule: true }
      return credit && random() < 0.5
        ? decide(eventSlotId, { act: 'credit', subjects: [{ subject }], credit })
        : decide(eventSlotId, { act: 'set-aside', subjects: [{ subject }] })
    },
    'credit by hand': async () => {
      const { registrationId } = oneOf(await registrations())
      const hours = oneOf([0, 1, 3, 8])
      return act(generateCertificate, { registrationId, hours, reason, isConfirmed: true })
    },
    release: async () =>
      act(releaseHours, { registrationId: oneOf(await registrations()).registrationId, reason }),
    move: async () => {
      const { registrationId, userId } = oneOf(await registrations())
      const newTimeSlotId = oneOf(slots.slice(0, starts.length)).eventSlotId
      return act(updateTimeslot, { registrationId, userId, eventId, newTimeSlotId, newFocusId: focusId })
    },
    rename: async () => {
      const { userId } = oneOf(await registrations())
      const values = [oneOf([unprintable, 'Person']), userId]
      await query('update users set last_name = $1 where user_id = $2', values)
    },
    merge: async () => {
      // Rarely, or few people would be left.
      if (random() > 0.05) return false
      const [kept, absorbed] = [oneOf(await registrations()), oneOf(await registrations())]
      const ending = kept.hours >= absorbed.hours ? absorbed : kept
      const ids = { userId: kept.userId, absorbedId: absorbed.userId }
      return act(mergeAccounts, { ...ids, ending: [ending.registrationId] })
    },
    delete: async () => {
      const held = await registrations()
      return (
        held.length > mostPeople / 2 &&
        act(deleteRegistration, { registrationId: oneOf(held).registrationId, reason })
      )
    },
    restore: async () => {
      const rows = await query<{ id: number }>(
        'select registration_id as id from registrations where cancelled_at is not null and event_id = $1 order by 1',
        [eventId],
      )
      return rows.length > 0 && act(restoreRegistration, { registrationId: oneOf(rows).id })
    },
    review: async () => {
      const { registrationId, userId, hours } = oneOf(await registrations())
      const token = await givenSession(app, userId)
      const body = { registrationId, hourNumbers: [], words: 'I was there.' }
      const { failure } = await app.call(askForReview, { body }, token)
      if (failure) return false
      const [asked] = await query<{ id: number }>(
        'select max(credit_review_id) as id from credit_reviews where registration_id = $1',
        [registrationId],
      )
      const given = random() < 0.5 ? null : hours + 1
      return act(answerReview, { reviewId: asked?.id, hours: given, words: 'Looked at.', isConfirmed: true })
    },
    recount: async () => {
      const eventSlotId = slotId()
      await write(app.services, undefined, (work) => countSlot(work, { eventSlotId }))
    },
  }
}

export function queryOf({ services }: TestApp) {
  return async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await services.pool.query(text, values)).rows
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
