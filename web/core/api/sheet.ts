import { refusals } from '#contract/core/refusals.ts'
import { mostSheetBytes } from '#contract/core/sheets.ts'
import { ApiError } from './api-error.ts'

/** Returns a chosen file as a part of a body. Refuses one that is too large before sending. */
export function sheetOf(file: File | null): { file?: File } {
  if (!file) return {}
  if (file.size > mostSheetBytes) {
    throw new ApiError(413, { code: 'SHEET_TOO_LARGE', message: refusals.SHEET_TOO_LARGE.message })
  }
  return { file }
}
