import * as z from 'zod/mini'
import type { LargeBody } from './endpoint.ts'

export const mostSheetBytes = 10 * 1024 * 1024

/** The form field that holds a sheet. */
export const sheetField = 'file'

/** A form with a sheet. Longer forms are still read to their end, so that the sender gets the answer. */
export const sheetForm: LargeBody = {
  mostBytes: 16 * 1024 * 1024,
  why: 'The scan of a signed sheet has up to 10 MB.',
  perPerson: 20,
}

/** A PDF or picture sent as evidence, such as a signed sheet. */
export const Sheet = z.file({ error: 'Has to be a file of a form (Content-Type: multipart/form-data)' })
