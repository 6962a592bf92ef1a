import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { getWebinarSync, syncWebinar } from '#contract/webinars/webinars/calls.ts'
import type { TestApp } from './app.ts'
import { until } from './app.ts'
import type { FakeZoom } from './fake-zoom.ts'
import type { EventWithSlots, Person } from './given.ts'
import { givenEvent, givenPersonUnmailed, givenSession } from './given.ts'
import { hurryJobs } from './queue.ts'

/** Returns the environment of a portal that uses this stand-in. */
export function onZoom({ settings, url }: FakeZoom): Record<string, string> {
  return {
    WEBINAR: 'zoom',
    ZOOM_ACCOUNT_ID: settings.accountId,
    ZOOM_CLIENT_ID: settings.clientId,
    ZOOM_CLIENT_SECRET: settings.clientSecret,
    WEBINAR_API_URL: url,
    WEBINAR_OAUTH_URL: url,
  }
}

/** Adds an event whose slots have these webinars. */
export async function givenWebinarEvent(
  app: TestApp,
  webinarIds: (string | null)[],
): Promise<EventWithSlots> {
  const event = await givenEvent(app)
  for (const [place, webinarId] of webinarIds.entries()) {
    const slots = app.services.db.updateTable('eventSlots').set({ webinarId })
    await slots.where('eventSlotId', '=', event.slotIds[place] as number).execute()
  }
  return event
}

/** Registers a person for an event's slot, by its position. */
export async function register(
  app: TestApp,
  { token }: Person,
  event: EventWithSlots,
  place = 0,
): Promise<number> {
  const body = {
    eventId: event.eventId,
    eventSlotId: event.slotIds[place] as number,
    focusId: event.focusId,
  }
  return (await app.call(registerForEvent, { body }, token)).data.registration.registrationId
}

/** Inserts registrations from before the webinar existed, without any jobs. */
export async function givenRegistrations(
  app: TestApp,
  eventSlotId: number,
  count: number,
): Promise<Person[]> {
  const people: Person[] = []
  for (let person = 0; person < count; person += 1) people.push(await givenPersonUnmailed(app))
  await app.query(
    `insert into registrations (user_id, event_id, event_slot_id)
     select person, event_id, event_slot_id from event_slots, unnest($1::uuid[]) person where event_slot_id = $2`,
    [people.map(({ userId }) => userId), eventSlotId],
  )
  return people
}

/** Returns a person's registrations, with a new session, because the clock may have jumped. */
export async function held(app: TestApp, { userId }: Person) {
  const token = await givenSession(app, userId)
  return (await app.call(getRegisteredEvents, {}, token)).data.registeredEvents[0]
}

/** Syncs a slot and returns its result. */
export async function sync(
  app: TestApp,
  { userId }: Person,
  eventSlotId: number,
  given: { usesEmailAsName?: boolean } = {},
) {
  const token = await givenSession(app, userId)
  const { jobId } = (await app.call(syncWebinar, { body: { eventSlotId, ...given } }, token)).data
  return untilSynced(app, { userId }, jobId)
}

/** Returns the result of a sync or delink; makes its waits due at once. */
export async function untilSynced(app: TestApp, { userId }: Pick<Person, 'userId'>, jobId: string) {
  await until(async () => {
    await hurryWebinars(app)
    return (await show()).state !== 'running'
  })
  return show()

  async function show() {
    const token = await givenSession(app, userId)
    return (await app.call(getWebinarSync, { params: { jobId } }, token)).data
  }
}

/** Makes all waiting jobs and retries of webinars due now. */
export async function hurryWebinars({ services }: TestApp): Promise<void> {
  await hurryJobs({ services })
  await services.pool.query(
    "update webinar_registrants set leased_until = 'epoch' where registrant_id is null and leased_until < now() + interval '1 minute'",
  )
}

/** Gives a registration a join URL of its slot's webinar, and the slot a webinar if it has none. */
export async function givenJoinUrl({ services }: TestApp, registrationId: number): Promise<void> {
  await services.pool.query(
    `with slot as (
       update event_slots s set webinar_id = coalesce(s.webinar_id, 'webinar') from registrations r
       where r.event_slot_id = s.event_slot_id and registration_id = $1 returning s.webinar_id
     )
     insert into webinar_registrants (registration_id, webinar_id, email, state, registrant_id, join_url)
     select $1, webinar_id, 'told@example.com', 'registered', 'registrant', 'https://example.com/j' from slot
     on conflict (registration_id, webinar_id) do update
       set state = excluded.state, registrant_id = excluded.registrant_id, join_url = excluded.join_url`,
    [registrationId],
  )
}
