import type { Row } from './attendance-text.ts'

const wanted =
  "Please upload the webinar platform's attendee report or poll report, or a list with names, join times and leave times."

/** The beginnings of files that are no reports. */
const beginnings: [RegExp, string][] = [
  [/^%PDF/, 'a PDF'],
  [/^\xd0\xcf.\xe0/s, 'an old Excel file (.xls) or one with a password: save it as .xlsx or CSV'],
  [/^(\x89PNG|\xff\xd8\xff|GIF8)/, 'a picture'],
  [/^\s*(<!doctype html|<html)/i, 'a web page'],
  [/^\s*<\?xml/i, 'an XML file'],
  [/^\s*[[{]/, 'a JSON file'],
  [/^BEGIN:V/, 'a calendar or contact file'],
]

/** Columns of other lists, letters only. */
const otherLists: [RegExp, string][] = [
  [/surveyreport/, 'a survey, which is answered after the webinar'],
  [/registrationtime|registrationdate|approvalstatus/, 'a registration report, which does not say who came'],
  [/question.*(answer|asker)|(answer|asker).*question/, 'a report of questions'],
  [/hours/, 'a list of hours'],
]

/** Says what a file seems to be that is none of the reports; `bytes` are those of a text. */
export function seeming(bytes: Uint8Array = new Uint8Array(), rows: readonly Row[] = []): string {
  if (rows.length === 0) return `This file is empty. ${wanted}`
  const beginning = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const form = beginnings.find(([form]) => form.test(beginning))?.[1]
  if (form) return `This seems to be ${form}. ${wanted}`
  if (isBinary(rows)) return `This seems to be no text. ${wanted}`
  const heading = rows.find(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  if (!heading) return `This seems to be a text without columns. ${wanted}`
  const names = heading.cells.filter((cell) => cell !== '')
  const letters = rows
    .slice(0, 50)
    .flatMap(({ cells }) => cells)
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  const list = otherLists.find(([columns]) => columns.test(letters))?.[1]
  const shown = names.slice(0, 6).map((name) => `'${name.slice(0, 40)}'`)
  return `This seems to be ${list ?? `a list with the columns ${shown.join(', ')}`}. ${wanted}`
}

function isBinary(rows: readonly Row[]): boolean {
  const text = rows
    .slice(0, 50)
    .flatMap(({ cells }) => cells)
    .join('')
    .slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  return (text.match(/[\x01-\x08\x0e-\x1f\ufffd]/g) ?? []).length > text.length / 20
}
