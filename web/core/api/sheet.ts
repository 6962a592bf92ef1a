import { refusals } from '#contract/core/refusals.ts'
import { mostSheetBytes, type Sheet } from '#contract/core/sheets.ts'
import { ApiError } from './api-error.ts'

/** Returns a file as a call sends it. A file that is too large is not read. */
export async function sheetOf(file: File): Promise<Sheet> {
  if (file.size > mostSheetBytes) {
    throw new ApiError(413, { code: 'SHEET_TOO_LARGE', message: refusals.SHEET_TOO_LARGE.message })
  }
  return { name: file.name, content: await base64Of(file) }
}

function base64Of(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
