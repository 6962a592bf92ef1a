import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { givenDate } from '#contract/core/plain-dates.ts'
import { idNames, idText, instant, onWire } from '#contract/core/wire.ts'
import { slotTimes } from '#contract/events/slots/times.ts'

const ofSlot = onWire(idNames, { eventSlotId: idText() })

export const drawSignInSheet = endpoint({
  route: 'GET /private/sign-in-sheet/pdf',
  access: 'admin',
  summary:
    'The sign-in sheet of an in-person slot to print, one table for each day. The front desk gets the sheet of today only.',
  query: onWire(idNames, {
    eventSlotId: idText(),
    day: z.optional(givenDate('Has to be a day, as DD/MM/YYYY')),
  }),
  file: 'application/pdf',
  refusals: ['SLOT_NOT_FOUND', 'NOT_OF_THIS_DAY', 'NOT_THIS_DAY'],
})

export const SignInSheet = z.object({
  sheetId: z.int(),
  fileName: z.string(),
  /** In hex. */
  sha256: z.string(),
  uploadedAt: instant(),
  /** Name or email; null for a deleted account. */
  uploadedBy: z.nullable(z.string()),
})
export type SignInSheet = z.output<typeof SignInSheet>

export const getSignInSheets = endpoint({
  route: 'GET /private/sign-in-sheets',
  access: 'registrations:read',
  summary: 'The scanned sign-in sheets of a slot, newest first.',
  query: ofSlot,
  data: onWire(idNames, {
    eventSlotId: z.int(),
    eventName: z.string(),
    ...slotTimes,
    sheets: z.array(SignInSheet),
  }),
  refusals: ['SLOT_NOT_FOUND'],
})

/** The form field that holds the file. */
const fileField = 'file'

export const mostScanBytes = 20 * 1024 * 1024

export const uploadSignInSheet = endpoint({
  route: 'POST /private/sign-in-sheets/:event_slot_id',
  access: 'registrations:write',
  summary:
    'Keeps the scan of a signed sheet (PDF, JPEG or PNG, 20 MB at most) as evidence of a slot. The same file again changes nothing.',
  params: ofSlot,
  fileField,
  large: {
    mostBytes: 32 * 1024 * 1024,
    why: 'A scan has up to 20 MB. Longer forms are still read to their end, so that the sender gets the reason.',
    perPerson: 100,
  },
  data: SignInSheet,
  refusals: ['SLOT_NOT_FOUND', 'FORM_EXPECTED', 'SCAN_TOO_LARGE', 'SCAN_REFUSED'],
})

export const getSignInSheetFile = endpoint({
  route: 'GET /private/sign-in-sheet-files/:sheetId/file',
  access: 'exports:read',
  summary: 'The scan of a signed sheet, as it was uploaded.',
  params: z.object({ sheetId: idText() }),
  file: 'application/octet-stream',
  refusals: ['SHEET_NOT_FOUND'],
})
