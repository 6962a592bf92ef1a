import { shownSlot } from '#contract/events/slots/times.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import * as waitlists from '#contract/registrations/waitlists/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { aboutRegistration, aboutSlot, forDays, job, later, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { findRegisteredEvents } from '#server/registrations/registrations/queries.ts'
import { serveWrite } from '#server/work.ts'
import { expirePlaces, sweepWaitlists, tellWaiting, updateWaitlist } from './jobs.ts'
import { findPlaces, findPlacesOf, findWaitlists, getOffer } from './queries.ts'
import { takeSeat } from './take-waitlist.ts'
import { moveInWaitlist, offerOutOfTurn } from './waitlist-order.ts'
import { handOverPlaces, joinWaitlist, leaveWaitlist, lockWaitedSlots } from './waitlist-places.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Offers a slot's seats to its waitlist, and ends expired offers. */
    'offer-seats': { eventSlotId: number }
    /** Does that for a canceled or deleted registration's slot. */
    'offer-freed-seat': { registrationId: number }
    /** Emails the waitlisted people that their slot has another time or place than `previously`. */
    'tell-waiting': { eventSlotId: number; previously: string }
    /** Finds waitlists with something to do. */
    'sweep-waitlists': Record<string, never>
  }
}

declare module '#server/personal.ts' {
  interface RecordParts {
    /** The person's waitlists, without the codes of offers. */
    waits: Awaited<ReturnType<typeof findPlaces>>
  }
}

export default noun({
  calls: [waitlists],
  serve(gate, services) {
    const { db, clock } = services
    // Served here, because registrations know no waitlists.
    serve(gate, getRegisteredEvents, async ({ caller }) => ({
      registeredEvents: await findRegisteredEvents(services, caller.userId),
      waitlist: await findPlaces(db, caller.userId),
    }))
    serveWrite(gate, services, waitlists.joinWaitlist, (work, body, { caller }) =>
      joinWaitlist(work, caller.userId, body.eventSlotId),
    )
    serveWrite(gate, services, waitlists.leaveWaitlist, (work, body, { caller }) =>
      leaveWaitlist(work, caller.userId, body.eventSlotId),
    )
    serve(gate, waitlists.getOffer, ({ body }) => getOffer(db, body.code, clock()))
    serveWrite(gate, services, waitlists.takeSeat, (work, body) => takeSeat(work, body.code))
    serve(gate, waitlists.getWaitlists, async () => ({ waitlists: await findWaitlists(db) }))
    serveWrite(gate, services, waitlists.moveInWaitlist, moveInWaitlist)
    serveWrite(gate, services, waitlists.offerOutOfTurn, offerOutOfTurn)
  },
  jobs: [
    job('offer-seats', {
      verb: updateWaitlist,
      follows: {
        moved: ({ details }) =>
          details?.fromSlotId == null ? [] : [{ data: { eventSlotId: details.fromSlotId } }],
        'slot-changed': (what) => {
          const { capacity, isOpen } = what.details?.changes ?? {}
          return capacity || isOpen ? aboutSlot()(what) : []
        },
        'waitlist-left': aboutSlot(),
      },
      ...forDays,
      atOnce: 4,
    }),
    job('offer-freed-seat', {
      verb: updateWaitlist,
      follows: { cancelled: aboutRegistration(later), deleted: aboutRegistration(later) },
      ...forDays,
      atOnce: 4,
    }),
    job('tell-waiting', { verb: tellWaiting, ...forDays }),
    job('sweep-waitlists', { verb: sweepWaitlists, cron: '* * * * *' }),
  ],
  expire: expirePlaces,
  personal: {
    data: [
      personalData({
        key: 'waitlists',
        title: 'Waitlists',
        read: ({ db }, { userId }) => findPlacesOf(db, userId),
        columns: {
          Event: 'eventName',
          When: (slot) => shownSlot(slot),
          Joined: 'joinedAt',
          'Seat offered': 'offeredAt',
          Status: 'state',
        },
      }),
    ],
    record: {
      async waits({ db }, { userId }) {
        return (await findPlaces(db, userId)).map((wait) => ({ ...wait, offerCode: null }))
      },
    },
    lock: lockWaitedSlots,
    handOver: handOverPlaces,
  },
})
