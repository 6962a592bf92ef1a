import { expect, test } from 'vitest'
import { preparedApp } from '#test/given.ts'
import { writeMail } from './mails.ts'

const app = preparedApp()

// A pause between batches would delay four hundred certificates by twenty minutes.
test('many mails that are written at once leave without pauses', async () => {
  await app.write(async (work) => {
    for (let number = 1; number <= 100; number++) {
      const content = { subject: `Mail ${number}`, paragraphs: ['Hello'] }
      await writeMail(work, { cause: `many:${number}`, to: 'many@example.com', content })
    }
  })
  expect(await app.mailsTo('many@example.com', 100)).toHaveLength(100)
})
