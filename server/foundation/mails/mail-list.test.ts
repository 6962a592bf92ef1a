import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { getMails, mailsAtOnce } from '#contract/foundation/mails/calls.ts'
import { givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  const pat = await givenPersonUnmailed(app)
  await app.query(
    `insert into mails (cause, to_address, subject, html, text, status, created_at, attempts, sent_at)
     select subject, address, subject, 'secret', 'secret', status, at::timestamptz, attempts, case when status = 'sent' then now() end
     from (values
       ('Old and failed', 'old@example.com', 'failed', '2026-03-31T23:59:00-04:00', 3),
       ('First of the year', 'old@example.com', 'given-up', '2026-04-01T00:00:00-04:00', 9),
       ('To Pat', $1, 'sent', '2026-10-01T12:00:00Z', 1),
       ('Waiting', 'new@example.com', 'queued', '2026-10-02T12:00:00Z', 0)
     ) written (subject, address, status, at, attempts)`,
    [pat.email],
  )
  await app.query(
    `insert into mail_attempts (mail_id, attempted_at, problem)
     select mail_id, now() + n * interval '1 second', '550 refusal ' || n from mails, generate_series(1, 2) n where status in ('failed', 'given-up')`,
  )
})

test('mails are listed newest first, with the words of the last refusal and without their content', async () => {
  const { mails, hasMore } = await find()
  expect(hasMore).toBe(false)
  expect(mails.map(({ subject, status, attempts, problem }) => [subject, status, attempts, problem])).toEqual(
    [
      ['Waiting', 'queued', 0, ''],
      ['To Pat', 'sent', 1, ''],
      ['First of the year', 'given-up', 9, '550 refusal 2'],
      ['Old and failed', 'failed', 3, '550 refusal 2'],
    ],
  )
  expect(JSON.stringify(mails)).not.toContain('secret')
})

describe('the list of mails is narrowed', () => {
  test.each([
    ['to mails that did not arrive', { status: 'undelivered' }, ['First of the year', 'Old and failed']],
    ['to one status', { status: 'sent' }, ['To Pat']],
    ['to waiting mails', { status: 'queued' }, ['Waiting']],
    [
      'to a renewal year, from its first minute',
      { status: 'undelivered', year: 2027 },
      ['First of the year'],
    ],
    ['to the previous renewal year', { year: 2026 }, ['Old and failed']],
    ['to an email', { search: ' NEW@example.com' }, ['Waiting']],
    ['to a person by name', { search: 'brien pat' }, ['To Pat']],
    ['to an unknown person', { search: 'nobody at all' }, []],
  ] as [string, Query, string[]][])('%s', async (_, query, subjects) => {
    expect((await find(query)).mails.map(({ subject }) => subject)).toEqual(subjects)
  })
})

test('older mails are listed on request, each once', async () => {
  await app.query(
    `insert into mails (cause, to_address, subject, html, text)
     select 'many ' || n, 'many@example.com', 'Many', '', '' from generate_series(1, $1::int) n`,
    [mailsAtOnce + 3],
  )
  const first = await find({ search: 'many@example.com' })
  expect([first.mails.length, first.hasMore]).toEqual([mailsAtOnce, true])
  const rest = await find({ search: 'many@example.com', before: first.mails.at(-1)?.mailId })
  expect([rest.mails.length, rest.hasMore]).toEqual([3, false])
})

type Query = Input<typeof getMails>['query']

function find(query: Query = {}) {
  return app.dataOf(getMails, { query }, administrator)
}
