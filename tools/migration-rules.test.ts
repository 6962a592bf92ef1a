import { expect, test } from 'vitest'
import { migrationProblems } from './migration-rules.ts'

const version = '0.3.0'
const problemsOf = (text: string, name = '0099-later') =>
  migrationProblems([{ path: `server/core/db/migrations/${name}.sql`, text, imports: [] }], version)

test.each([
  "create table things (thing_id integer primary key, name text not null unique check (name <> ''))",
  'alter table users add column nickname text',
  "alter table users add column nickname text not null default ''",
  "alter table users add column nickname text check (nickname <> '')",
  'create unlogged table things (a integer); create unique index on things (a); alter table things add check (a > 0)',
  'alter table users drop constraint short',
  'alter table users drop constraint short, add constraint short check (length(email) > 3)',
  'create index users_by_nickname on users (nickname); drop index users_by_name',
  'alter table users alter nickname drop not null, alter column email set default 1',
  'update users set nickname = null; create trigger t before insert on users execute function f()',
  '-- drop table users\nselect 1',
])('the previous version keeps working beside: %s', (sql) => {
  expect(problemsOf(sql)).toEqual([])
})

test.each([
  ['drop table users', 'drops'],
  ['alter table users drop column email', 'drops'],
  ['alter table users\ndrop email', 'drops'],
  ['drop materialized view counts', 'drops'],
  ['ALTER TABLE users RENAME COLUMN email TO mail', 'renames'],
  ['alter table users rename email to mail', 'renames'],
  ["alter type role rename value 'admin' to 'chief'", 'renames'],
  ['alter table users alter column email type citext', 'type of a column'],
  ['alter table users alter email set data type citext', 'type of a column'],
  ['alter table users alter email set not null', 'does not write'],
  ['alter table users alter email drop default', 'does not write'],
  ['alter table users add column nickname text not null', 'does not fill'],
  ["alter table users add a text not null default '', add b text not null", 'does not fill'],
  ["alter table users add a text not null, add b text not null default ''", 'does not fill'],
  ['alter table users add constraint short check (length(email) < 5)', 'refuses rows'],
  ['alter table users drop constraint long, add constraint short check (length(email) < 5)', 'refuses rows'],
  ['alter table users add unique (email)', 'refuses rows'],
  ['create table things (a integer); create unique index on users (email)', 'refuses rows'],
])('the previous version would fail beside: %s', (sql, words) => {
  expect(problemsOf(sql)).toEqual([expect.stringContaining(words)])
})

test('a migration may drop only what an earlier release stopped using', () => {
  expect(problemsOf('-- Contracts: unused since 0.2.9\ndrop table users')).toEqual([])
  expect(problemsOf('-- Contracts: unused since 0.3.0\ndrop table users')).toHaveLength(1)
  expect(problemsOf('-- Contracts: unused\ndrop table users')).toHaveLength(1)
})
