import { expect, test } from 'vitest'
import { nounProblems } from './noun-rules.ts'

type Files = Record<string, string | { text?: string; imports?: string[] }>

const problemsOf = (files: Files) =>
  nounProblems(
    Object.entries(files).map(([path, file]) =>
      typeof file === 'string' ? { path, text: file, imports: [] } : { path, text: '', imports: [], ...file },
    ),
  )

test('a house where each noun writes its own tables, in our spelling, and knows others in one direction has no problem', () => {
  expect(
    problemsOf({
      'server/events/add-event.ts': {
        text: "tx.insertInto('eventSlots').values({ startOn: '2027-01-01' })",
        imports: ['server/speakers/queries.ts'],
      },
      'server/events/queries.ts': "db.selectFrom('events').where(sql`is_enabled and name = 'a_b'`)",
      'server/speakers/add-speaker.ts': 'sql`insert into speakers (course_title) values (1)`',
      'server/core/identity/claims.ts': 'const claims = { email_verified: true }',
      'server/tables.ts': 'interface Row { event_id: number }',
      'server/migrations/0001-events.sql': 'update events set is_enabled = true',
      'server/events/events.test.ts': "tx.insertInto('speakers').values({ event_id: 1 })",
      'web/events/event-card.tsx': { imports: ['web/core/ui/card.tsx'] },
    }),
  ).toEqual([])
})

test.each<[rule: string, files: Files, problem: string]>([
  [
    'a table is written by one noun',
    {
      'server/events/add-event.ts': "tx.insertInto('events')",
      'server/speakers/add-speaker.ts': "tx.updateTable('events')",
    },
    'server/events/add-event.ts, server/speakers/add-speaker.ts: all write events',
  ],
  [
    'a table is written by one noun, in SQL as well',
    {
      'server/events/add-event.ts': "tx.deleteFrom('eventSlots')",
      'server/core/db/sweep.ts': 'sql`update event_slots set webinar_id = null`',
    },
    'all write event_slots',
  ],
  [
    'two nouns do not know one another',
    {
      'server/events/queries.ts': { imports: ['server/speakers/queries.ts'] },
      'server/speakers/queries.ts': { imports: ['server/events/queries.ts'] },
    },
    'server/events/queries.ts, server/speakers/queries.ts: nouns of server/ know one another in a circle, events → speakers → events',
  ],
  [
    'nor three, in the web',
    {
      'web/a/a.ts': { imports: ['web/b/b.ts'] },
      'web/b/b.ts': { imports: ['web/c/c.ts'] },
      'web/c/c.ts': { imports: ['web/a/other.ts'] },
    },
    'a → b → c → a',
  ],
  [
    "a noun of the server does not use the wire's names",
    { 'server/events/queries.ts': 'const id = row.event_id' },
    "'event_id' is the wire's",
  ],
  ['nor does one of the web', { 'web/users/profile.tsx': '<p>{user.first_name}</p>' }, "'first_name' is"],
])('%s', (_rule, files, problem) => {
  const problems = problemsOf(files)
  expect(problems.join('\n')).toContain(problem)
  expect(problems).toHaveLength(1)
})
