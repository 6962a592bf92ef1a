import { randomBytes } from 'node:crypto'
import * as calls from '#contract/attendance/check-ins/calls.ts'
import * as days from '#contract/attendance/check-ins/days.ts'
import { enterSheet as enterSheetCall } from '#contract/attendance/check-ins/sheet-calls.ts'
import { easternDay } from '#contract/core/season.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { findTicketKeys } from '#server/registrations/tickets/queries.ts'
import { serveWrite } from '#server/work.ts'
import { forgetDoorDays, keepOpenedDoor, refuseOtherDay } from './check-in-access.ts'
import { exportDoorDay, findDoorDay } from './check-in-days.ts'
import { enterSheet } from './check-in-sheet.ts'
import { addWalkIn } from './check-in-walk-in.ts'
import { reportDoors } from './jobs.ts'
import { noteScan, undoScan } from './note-check-in.ts'
import { findDoorPeople, findDoorSlots, findNextDay, findScansOf, findWaitlisted } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Writes the attendance reports of in-person days that are over, from the scans at the door. */
    'report-doors': Record<string, never>
  }
}

export default noun({
  serve(gate, services) {
    const { db, clock } = services
    serve(gate, calls.getDoorList, async ({ query, caller }) => {
      const now = clock()
      const day = query.day ?? easternDay(now)
      refuseOtherDay(caller, day, now)
      await keepOpenedDoor(db, caller, now)
      const salt = randomBytes(16).toString('hex')
      const slots = await findDoorSlots(db, day)
      const people = await findDoorPeople(db, { day, slots, salt })
      const waitlisted = await findWaitlisted(db, { slots, salt })
      const [keys, nextDay] = [await findTicketKeys(db), await findNextDay(db, day)]
      return { now, day, salt, slots, people, waitlisted, keys, nextDay }
    })
    serve(gate, days.getDoorDay, async ({ query: { day } }) => ({
      people: await findDoorDay(db, day),
      nextDay: await findNextDay(db, day),
    }))
    serveFile(gate, days.exportDoorDay, async ({ query: { day, format }, reply }) =>
      sendList(reply, { name: `check-ins-${day}`, format }, await exportDoorDay(db, day)),
    )
    serveWrite(gate, services, calls.checkIn, (work, { body, caller }) => noteScan(work, caller, 'in', body))
    serveWrite(gate, services, calls.checkOut, (work, { body, caller }) =>
      noteScan(work, caller, 'out', body),
    )
    serveWrite(gate, services, calls.undoScan, (work, { body, caller }) => undoScan(work, caller, body))
    serveWrite(gate, services, enterSheetCall, (work, { body, caller }) => {
      refuseOtherDay(caller, body.day, clock())
      return enterSheet(work, body)
    })
    serveWrite(gate, services, calls.addWalkIn, (work, { body, caller }) => addWalkIn(work, caller, body))
  },
  jobs: [job('report-doors', { run: reportDoors, expireInSeconds: 5 * minute, cron: '*/5 * * * *' })],
  forget: forgetDoorDays,
  personal: {
    data: [
      personalData({
        key: 'doorScans',
        title: 'Arrivals and leavings at the door',
        read: ({ db }, { userId }) => findScansOf(db, userId),
        columns: {
          Event: 'eventName',
          When: 'scannedAt',
          What: ({ act }) => ({ in: 'Arrival', out: 'Leaving', undo: 'An earlier note taken back' })[act],
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
