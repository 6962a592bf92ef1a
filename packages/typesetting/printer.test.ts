import { afterAll, expect, test } from 'vitest'
import { openPrinter } from './printer.ts'
import draw from './test/drawing.ts'

const drawing = new URL('./test/drawing.ts', import.meta.url)
const printer = openPrinter<string>(drawing)
afterAll(() => printer.close())

test('a thread draws the same bytes as drawing directly', async () => {
  expect(Buffer.compare(await printer.draw('A line'), await draw('A line'))).toBe(0)
})

test('an error in a drawing is thrown to the caller, and the next page is drawn', async () => {
  await expect(printer.draw('')).rejects.toThrow('There is nothing to draw')
  expect((await printer.draw('A line')).length).toBeGreaterThan(1000)
})

test('a closed printer refuses to draw', async () => {
  const closed = openPrinter<string>(drawing, { threads: 1 })
  await closed.close()
  await expect(closed.draw('A line')).rejects.toThrow('The printer is closed')
})
