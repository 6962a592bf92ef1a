import { randomBytes } from 'node:crypto'
import * as calls from '#contract/attendance/check-ins/calls.ts'
import * as days from '#contract/attendance/check-ins/days.ts'
import { emailHash } from '#contract/attendance/check-ins/email-hash.ts'
import * as checkInSheets from '#contract/attendance/check-ins/sheet-calls.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { findTicketKeys } from '#server/registrations/tickets/queries.ts'
import { serveWrite, write } from '#server/work.ts'
import { checkIn, checkOut, undoCheckIn } from './check-in.ts'
import { expireDoorDays, keepOpenedDoor, refuseOtherDay } from './check-in-access.ts'
import { exportDoorDay, findDoorDay } from './check-in-days.ts'
import { enterSheet } from './check-in-sheet.ts'
import { addWalkIn } from './check-in-walk-in.ts'
import { reportDoors } from './jobs.ts'
import { findCheckInsOf, findDoorSlots, findNextDay, findPeople, findWaitlisted } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Writes the attendance reports of in-person days that are over, from the check-ins. */
    'report-doors': Record<string, never>
  }
}

export default noun({
  calls: [calls, checkInSheets, days],
  serve(gate, services) {
    const { db, clock } = services
    serve(gate, calls.getDoorList, async ({ query, caller }) => {
      const now = clock()
      const day = query.day ?? easternDay(now)
      refuseOtherDay(caller, day, now)
      await keepOpenedDoor(db, caller, now)
      const salt = randomBytes(16).toString('hex')
      const slots = (await findDoorSlots(db, day)).filter(({ isDraft }) => !isDraft)
      const slotIds = slots.map(({ eventSlotId }) => eventSlotId)
      const people = await hashed(await findPeople(db, { day, slotIds }), salt)
      const waitlisted = await hashed(await findWaitlisted(db, slotIds), salt)
      const [keys, nextDay] = [await findTicketKeys(db), await findNextDay(db, day)]
      return { now, day, salt, slots, people, waitlisted, keys, nextDay }
    })
    serve(gate, days.getDoorDay, async ({ query: { day } }) => ({
      people: await findDoorDay(db, day),
      nextDay: await findNextDay(db, day),
    }))
    serveFile(gate, days.exportDoorDay, async ({ caller, query: { day, format }, reply }) => {
      const reason = `Check-ins of ${shownDate(day)}`
      await write(services, caller, (work) => happened(work, [{ activity: 'exported', details: { reason } }]))
      return sendList(reply, { name: `check-ins-${day}`, format }, await exportDoorDay(db, day))
    })
    serveWrite(gate, services, calls.checkIn, (work, body, { caller }) => checkIn(work, caller, body))
    serveWrite(gate, services, calls.checkOut, (work, body, { caller }) => checkOut(work, caller, body))
    serveWrite(gate, services, calls.undoCheckIn, (work, body, { caller }) => undoCheckIn(work, caller, body))
    serveWrite(gate, services, checkInSheets.enterSheet, (work, body, { caller }) => {
      refuseOtherDay(caller, body.day, clock())
      return enterSheet(work, body)
    })
    serveWrite(gate, services, calls.addWalkIn, (work, body, { caller }) => addWalkIn(work, caller, body))
  },
  jobs: [job('report-doors', { run: reportDoors, expireInSeconds: 5 * minute, cron: '*/5 * * * *' })],
  expire: expireDoorDays,
  personal: {
    data: [
      personalData({
        key: 'doorScans',
        title: 'Arrivals and departures at the door',
        read: ({ db }, { userId }) => findCheckInsOf(db, userId),
        columns: {
          Event: 'eventName',
          When: 'scannedAt',
          What: ({ act }) => ({ in: 'Arrival', out: 'Leaving', undo: 'An earlier one taken back' })[act],
          How: ({ how }) =>
            ({
              ticket: 'Your ticket',
              search: 'Found in the list',
              'walk-in': 'Registered at the door',
              sheet: 'The sign-in sheet',
            })[how],
        },
      }),
    ],
  },
})

/** Replaces emails by their hashes, because each device stores the whole list. */
function hashed<Person extends { email: string }>(people: readonly Person[], salt: string) {
  return Promise.all(
    people.map(async ({ email, ...person }) => ({ ...person, emailHash: await emailHash(salt, email) })),
  )
}
