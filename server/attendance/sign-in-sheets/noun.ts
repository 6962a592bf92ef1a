import type { FastifyReply } from 'fastify'
import * as calls from '#contract/attendance/sign-in-sheets/calls.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { shownBreak } from '#contract/events/slots/breaks.ts'
import { shownTimes, slotDays } from '#contract/events/slots/times.ts'
import { findPeople } from '#server/attendance/check-ins/queries.ts'
import { acceptForms, receiveFile } from '#server/core/http/received-file.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { openTurns } from '#server/core/turns.ts'
import { getInPersonSlot, getSlot } from '#server/events/slots/queries.ts'
import { getSlotHours } from '#server/events/slots/slot-hours.ts'
import { getProvider } from '#server/foundation/training-providers/queries.ts'
import { noun } from '#server/noun.ts'
import { write } from '#server/work.ts'
import { findSheets, findVenue, getSheetFile } from './queries.ts'
import { sheetHours } from './sign-in-sheet-hours.ts'
import { openSheetPrinter } from './sign-in-sheet-pdf.ts'
import { expireSheets, uploadSignInSheet } from './upload-sign-in-sheet.ts'

/** The most files received at once, which limits their memory. */
const mostAtOnce = 4

export default noun({
  calls: [calls],
  serve(gate, services) {
    const { db, clock } = services
    const printer = openSheetPrinter()
    gate.app.addHook('onClose', () => printer.close())
    const turns = openTurns(mostAtOnce)
    serveFile(gate, calls.drawSignInSheet, async ({ caller, query, reply }) => {
      const { eventSlotId } = query
      const slot = await getInPersonSlot(db, eventSlotId)
      const today = easternDay(clock())
      const readsAny = caller.permissions.includes('registrations:read')
      // The front desk sees its own day, as in the list of the door.
      const only = query.day ?? (readsAny ? undefined : today)
      if (!readsAny && only !== today) throw new Refusal('NOT_THIS_DAY')
      const days = slotDays(slot).filter(({ on }) => only === undefined || on === only)
      if (days.length === 0) throw new Refusal('NOT_OF_THIS_DAY')
      const { agenda } = await getSlotHours(db, eventSlotId)
      const people = await findPeople(db, { day: slot.startOn, slotIds: [eventSlotId] })
      const { name: providerName } = await getProvider(services)
      const pdf = await printer.draw({
        eventName: slot.eventName,
        venue: await findVenue(db, slot.eventId),
        providerName,
        days: days.map(({ on }) => ({
          day: shownDay(on),
          times: [shownTimes({ ...slot, startOn: on, endOn: on }), ...slot.breaks.map(shownBreak)].join(
            ' · ',
          ),
          hours: sheetHours(agenda.filter((hour) => hour.on === on)),
        })),
        names: people.flatMap(({ isCanceled, name }) => (isCanceled ? [] : name)),
        madeAt: clock(),
      })
      return send(reply, 'application/pdf', `sign-in-sheet-${eventSlotId}.pdf`, Buffer.from(pdf))
    })
    serve(gate, calls.getSignInSheets, async ({ query: { eventSlotId } }) => ({
      ...(await getSlot(db, eventSlotId)),
      sheets: await findSheets(db, [eventSlotId]),
    }))
    serveFile(gate, calls.getSignInSheetFile, async ({ params, reply }) => {
      const { file, fileName } = await getSheetFile(db, params.sheetId)
      return send(reply, 'application/octet-stream', fileName, file)
    })
    acceptForms(gate, (gate) => {
      serve(gate, calls.uploadSignInSheet, ({ caller, params, request }) =>
        turns.visit(caller, async () => {
          const { bytes, name } = await receiveFile(request, calls.uploadSignInSheet.fileField ?? '', {
            mostBytes: calls.mostScanBytes,
            tooLarge: new Refusal('SCAN_TOO_LARGE'),
          })
          const sheet = { ...params, file: bytes, fileName: name || 'sign-in-sheet' }
          return write(services, caller, (work) => uploadSignInSheet(work, sheet))
        }),
      )
    })
  },
  expire: expireSheets,
})

function send(reply: FastifyReply, type: string, fileName: string, content: Buffer): FastifyReply {
  return reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(content)
}
