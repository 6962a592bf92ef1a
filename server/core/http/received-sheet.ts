import { mostSheetBytes } from '#contract/core/sheets.ts'
import { acceptFormBodies } from './form-bodies.ts'
import { Refusal } from './refusal.ts'
import type { Gate } from './serve.ts'

/** The accepted files' first bytes as Latin-1, by their usual extension. */
const kinds: [extension: string, start: RegExp][] = [
  ['pdf', /^%PDF-/],
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['tif', /^(?:II\*\0|MM\0\*)/],
  ['heic', /^.{4}ftyp(?:heic|heix|mif1|msf1|avif)/s],
]
const sheetExtension = /\.(pdf|png|jpe?g|gif|webp|tiff?|hei[cf]|avif)$/i

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
  const kind = sheetKindOf(bytes)
  if (!kind) throw new Refusal('SHEET_REFUSED')
  return { bytes, fileName: sheetName(file.name, kind) }
}

/** Returns the usual extension of a sheet, by its content; undefined if it is none. */
export function sheetKindOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 16).toString('latin1')
  return kinds.find(([, kind]) => kind.test(start))?.[0]
}

/**
 * Returns a sheet's name. One that ends like a program or a page gets the extension of its kind, because a PDF
 * can hold a script, and its reader opens it by the name.
 */
export function sheetName(fileName: string, kind: string): string {
  return sheetExtension.test(fileName) || !fileName.includes('.') ? fileName : `${fileName}.${kind}`
}
