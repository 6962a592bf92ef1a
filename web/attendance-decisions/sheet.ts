import { type Decision, mostSheetBytes } from '#contract/attendance-decisions/calls.ts'
import { refusals } from '#contract/core/refusals.ts'
import { ApiError } from '#web/core/api/api-error.ts'

/** Returns a file as an answer sends it. A file that is too large is not read. */
export async function sheetOf(file: File): Promise<NonNullable<Decision['file']>> {
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
