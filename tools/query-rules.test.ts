import { expect, test } from 'vitest'
import { queryProblems } from './query-rules.ts'

const schema = { path: 'server/schema.sql', text: 'create table users (a int)', imports: [] }
const problemsOf = (text: string, path = 'server/people/users/queries.ts') =>
  queryProblems([schema, { path, text, imports: [] }])

test.each([
  "db.selectFrom('users').selectAll().execute()",
  "db.selectFrom('users').selectAll('users')",
  'db.updateTable(name).returningAll()',
  'sql`select * from users where a = 1`',
  'sql`select *, 1 as one from users`',
  'sql`select u.a, u.* from users u`',
  'sql`delete from users returning *`',
])('a query that reads every column of a table is refused: %s', (text) => {
  expect(problemsOf(text)).toEqual([
    'server/people/users/queries.ts: reads every column of a table; name those that it needs.',
  ])
})

test.each([
  'sql`select count(*) from users`',
  'sql`with found as (select a from users) select * from found`',
  'sql`select * from unnest($1)`',
  'sql`select * from (select a from users) u`',
  '// select * from users',
  'sql`planAnew select * from users`',
])('a query that names its columns, or reads all columns of a subquery, is allowed: %s', (text) => {
  expect(problemsOf(text)).toEqual([])
})

test.each([
  'sql<boolean>`a = (select a from users)`',
  `sql<boolean>\`(select a from users) <> \${a}\``,
  `sql<boolean>\`b and (a >= ( select a from users where \${isMeant(\`x\`)}))\``,
  'sql<boolean>`(select is_a from users)`',
  'sql<boolean>`\n  (\n  select is_a from users) or b`',
])('a sql<boolean> that is null where its subquery finds no row is refused: %s', (text) => {
  expect(problemsOf(text)).toEqual([
    "server/people/users/queries.ts: a sql<boolean> is null where its subquery finds no row; use 'is not distinct from', exists or coalesce.",
  ])
})

test.each([
  'sql<boolean>`a is not distinct from (select a from users)`',
  'sql<boolean>`coalesce(a = (select a from users), false)`',
  'sql<boolean>`(b or not exists (select from users where a = (select max(a) from users)))`',
  'sql<boolean>`a in (select a from users) and a = any(array(select a from users))`',
  `sql<boolean>\`a = \${a}\`, sql<number>\`(select a from users)\``,
])('a sql<boolean> that is never null for want of a row is allowed: %s', (text) => {
  expect(problemsOf(text)).toEqual([])
})

test('a test of a noun may not read the tables of the queue', () => {
  const text = "pool.query('delete from pgboss.job')"
  expect(problemsOf(text, 'server/people/users/users.test.ts')).toEqual([
    'server/people/users/users.test.ts: reads the tables of the queue; use test/queue.ts.',
  ])
  expect(problemsOf(text, 'server/core/jobs/queue.test.ts')).toEqual([])
})

test('tests and commands may read every column', () => {
  expect(problemsOf('select * from users', 'server/people/users/users.test.ts')).toEqual([])
  expect(problemsOf('select * from users', 'tools/look.ts')).toEqual([])
})
