import { mostSheetBytes, type Sheet } from '#contract/core/sheets.ts'
import { Refusal } from './refusal.ts'

/** The first bytes of the files that are accepted, as Latin-1. */
const kinds = [
  /^%PDF-/,
  /^\x89PNG/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF.{4}WEBP/s,
  /^(?:II\*\0|MM\0\*)/,
  /^.{4}ftyp(?:heic|heix|mif1|msf1|avif)/s,
]

/** Returns the bytes and the name of a sheet, if there is one. Refuses with SHEET_TOO_LARGE or SHEET_REFUSED. */
export function sheetOf(file: Sheet | undefined): { bytes: Buffer; fileName: string } | undefined {
  if (!file) return undefined
  const bytes = Buffer.from(file.content, 'base64')
  if (bytes.length > mostSheetBytes) throw new Refusal('SHEET_TOO_LARGE')
  const start = bytes.subarray(0, 16).toString('latin1')
  if (!kinds.some((kind) => kind.test(start))) throw new Refusal('SHEET_REFUSED')
  return { bytes, fileName: file.name }
}
