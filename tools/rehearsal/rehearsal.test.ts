import { expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { rehearse } from './rehearsal.ts'
import { isAsExpected } from './result.ts'

test('60 people of a two-day series get the hours, the emails and the certificates that are expected', async () => {
  const database = await cloneDatabase(inject('cluster'))
  const result = await rehearse(database.connection, { people: 60, seed: 1 }).finally(database.drop)
  expect(result.habits.filter((habit) => !habit.isAsExpected)).toEqual([])
  expect(result.mails.filter((mails) => !mails.isAsExpected)).toEqual([])
  expect(result.pack).toMatchObject({ isAsExpected: true, verdict: expect.stringMatching(/^Equal/) })
  expect(isAsExpected(result)).toBe(true)
}, 180_000)
