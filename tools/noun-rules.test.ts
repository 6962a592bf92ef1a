import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nounProblems, triggersAcrossNouns, triggerWrites } from './noun-rules.ts'

type Files = Record<string, string | { text?: string; imports?: string[] }>

const problemsOf = (files: Files) =>
  nounProblems(
    Object.entries(files).map(([path, file]) =>
      typeof file === 'string' ? { path, text: file, imports: [] } : { path, text: '', imports: [], ...file },
    ),
  )

test('a repository where each noun writes its own tables, uses our names and imports in one direction has no problem', () => {
  expect(
    problemsOf({
      'server/events/events/add-event.ts': {
        text: "tx.insertInto('eventSlots').values({ startOn: '2027-01-01' })",
        imports: ['server/events/speakers/queries.ts'],
      },
      'server/events/events/queries.ts': "db.selectFrom('events').where(sql`is_enabled and name = 'a_b'`)",
      'server/events/speakers/add-speaker.ts': 'sql`insert into speakers (course_title) values (1)`',
      'server/core/identity/claims.ts': 'const claims = { email_verified: true }',
      'server/tables.generated.ts': "'insertInto('events')' interface Row { event_id: number }",
      'server/schema.sql': `
create trigger events_counted after insert or update of name on events for each statement execute function count_events();
create trigger speakers_named after insert on speakers for each row execute function name_speaker();
create function count_events() returns trigger language plpgsql as $$
begin
  insert into event_counts as kept (events) values (1);
end $$;
create function name_speaker() returns trigger language plpgsql as $$ begin update speakers s set name = ''; end $$;
`,
      'server/core/db/migrations/0001-events.sql': 'update events set is_enabled = true',
      'server/events/events/events.test.ts': "tx.insertInto('speakers').values({ event_id: 1 })",
      'web/events/events/event-card.tsx': { imports: ['web/core/ui/card.tsx'] },
    }),
  ).toEqual([])
})

test.each<[rule: string, files: Files, problem: string]>([
  [
    'only one noun writes a table',
    {
      'server/events/events/add-event.ts': "tx.insertInto('events')",
      'server/events/speakers/add-speaker.ts': "tx.updateTable('events')",
    },
    'server/events/events/add-event.ts, server/events/speakers/add-speaker.ts: all write events',
  ],
  [
    'only one noun writes a table, even in SQL',
    {
      'server/events/events/add-event.ts': "tx.deleteFrom('eventSlots')",
      'server/core/db/sweep.ts': 'sql`update event_slots set webinar_id = null`',
    },
    'all write event_slots',
  ],
  [
    "a trigger does not write another noun's table",
    {
      'server/events/events/add-event.ts': "tx.insertInto('events')",
      'server/events/speakers/add-speaker.ts': "tx.insertInto('speakers')",
      'server/schema.sql': `
create trigger kept after insert or update of name on speakers for each row execute function keep_event();
create function keep_event() returns trigger language plpgsql as $$
begin
  update events e set name = new.name;
end $$;
`,
    },
    'server/schema.sql: the trigger kept of speakers writes events, a table of another noun',
  ],
  [
    'two nouns do not import each other',
    {
      'server/events/events/queries.ts': { imports: ['server/events/speakers/queries.ts'] },
      'server/events/speakers/queries.ts': { imports: ['server/events/events/queries.ts'] },
    },
    'server/events/events/queries.ts, server/events/speakers/queries.ts: nouns of server/ know one another in a circle, events → speakers → events',
  ],
  [
    'three nouns of the web do not import each other in a circle',
    {
      'web/x/a/a.ts': { imports: ['web/x/b/b.ts'] },
      'web/x/b/b.ts': { imports: ['web/x/c/c.ts'] },
      'web/x/c/c.ts': { imports: ['web/x/a/other.ts'] },
    },
    'a → b → c → a',
  ],
  [
    "a noun of the server does not use the wire's names",
    { 'server/events/events/queries.ts': 'const id = row.event_id' },
    "'event_id' is the wire's",
  ],
  [
    "a noun of the web does not use the wire's names",
    { 'web/people/users/profile.tsx': '<p>{user.first_name}</p>' },
    "'first_name' is",
  ],
])('%s', (_rule, files, problem) => {
  const problems = problemsOf(files)
  expect(problems.join('\n')).toContain(problem)
  expect(problems).toHaveLength(1)
})

test("each trigger that is declared to write another noun's table does so", () => {
  const schema = readFileSync(join(import.meta.dirname, '../server/schema.sql'), 'utf8')
  const found = triggerWrites(schema).map(({ table, written }) => `${table} → ${written}`)
  expect(found).toEqual(expect.arrayContaining(Object.keys(triggersAcrossNouns)))
})
