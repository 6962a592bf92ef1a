import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { writeMail } from './mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

// A pause between batches would delay four hundred certificates by twenty minutes.
test('many mails that are written at once leave without pauses', async () => {
  await write(app.services, undefined, async (work) => {
    for (let number = 1; number <= 100; number++) {
      const content = { subject: `Mail ${number}`, paragraphs: ['Hello'] }
      await writeMail(work, { cause: `many:${number}`, to: 'many@example.com', content })
    }
  })
  expect(await app.mailsTo('many@example.com', 100)).toHaveLength(100)
})
