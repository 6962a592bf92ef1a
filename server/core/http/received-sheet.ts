import { mostSheetBytes } from '#contract/core/sheets.ts'
import { acceptFormBodies } from './form-bodies.ts'
import { Refusal } from './refusal.ts'
import type { Gate } from './serve.ts'

/** The accepted files' first bytes, as Latin-1. */
const kinds = [
  /^%PDF-/,
  /^\x89PNG/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF.{4}WEBP/s,
  /^(?:II\*\0|MM\0\*)/,
  /^.{4}ftyp(?:heic|heix|mif1|msf1|avif)/s,
]

/** Serves routes whose body may have a sheet. Larger ones are refused with SHEET_TOO_LARGE. */
export function acceptSheets(gate: Gate, serveRoutes: (gate: Gate) => void) {
  acceptFormBodies(gate, serveRoutes, { mostBytes: mostSheetBytes, tooLarge: new Refusal('SHEET_TOO_LARGE') })
}

/** Returns a sheet's bytes and name, if any. Refuses with SHEET_REFUSED. */
export async function sheetOf(
  file: File | undefined,
): Promise<{ bytes: Buffer; fileName: string } | undefined> {
  if (!file) return undefined
  const bytes = Buffer.from(await file.arrayBuffer())
  const start = bytes.subarray(0, 16).toString('latin1')
  if (!kinds.some((kind) => kind.test(start))) throw new Refusal('SHEET_REFUSED')
  return { bytes, fileName: file.name }
}
