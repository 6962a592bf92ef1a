import { openSheet } from '../sheet.ts'

/** Draws a page with one line, as a module for the printer's threads. */
export default async function draw(line: string): Promise<Uint8Array> {
  if (line === '') throw new Error('There is nothing to draw')
  const sheet = openSheet([300, 200])
  await sheet.write(line, { style: 'body', color: '#000000', x: 20, y: 100, width: 260, size: 12 })
  return sheet.print({ CreationDate: new Date(0) })
}
