import * as makeUps from '#contract/counting/make-ups/calls.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { aboutSlot, forDays, job, later, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { admitMakeUp } from './admit-make-up.ts'
import { endMakeUps, giveUpMakeUp, handOverMakeUps, updateMakeUps } from './make-up-ends.ts'
import { findMakeUpsOf } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Emails a slot's admitted people about its changed time or deletion. */
    'update-make-ups': { eventSlotId: number }
  }
}

export default noun({
  calls: [makeUps],
  serve(gate, services) {
    serveWrite(gate, services, makeUps.admitMakeUp, (work, body, { caller }) =>
      admitMakeUp(work, caller.userId, body),
    )
    serveWrite(gate, services, makeUps.giveUpMakeUp, (work, body, { caller }) =>
      giveUpMakeUp(work, caller.userId, body),
    )
  },
  jobs: [
    job('update-make-ups', {
      verb: updateMakeUps,
      follows: {
        'slot-changed': (what) => (what.details?.changes?.time ? aboutSlot(later)(what) : []),
        'slot-deleted': aboutSlot(),
      },
      ...forDays,
    }),
  ],
  personal: {
    data: [
      personalData({
        key: 'makeUps',
        title: 'Time slots for missing hours',
        read: ({ db }, { userId }) => findMakeUpsOf(db, userId),
        columns: {
          Event: 'eventName',
          When: (slot) => shownSlot(slot),
          Admitted: 'madeAt',
          Ended: 'endedAt',
        },
      }),
    ],
    handOver: handOverMakeUps,
    async forget(work, { registrationIds }) {
      await endMakeUps(work, registrationIds)
    },
  },
})
