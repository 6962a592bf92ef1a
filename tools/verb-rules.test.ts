import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'
import { callsWithoutVerb, verbProblems } from './verb-rules.ts'

const sponsors = 'server/events/sponsors'
const served = (answer: string) =>
  `export default noun({\n  serve(gate, services) {\n    ${answer}\n  },\n  jobs: [job('x', { run: write(x) })],\n})\n`

const problemsOf = (files: Record<string, string>) =>
  verbProblems(Object.entries(files).map(([path, text]) => ({ path, text, imports: [] })))

test.each([
  ['a file of its verb', `${sponsors}/add-sponsor.ts`],
  ["the noun's file", `${sponsors}/sponsors.ts`],
  ['a file of a thing of the noun', `${sponsors}/sponsor-edits.ts`],
])('a writing call may be served by a verb of its name in %s', (_, path) => {
  const noun = served('serveWrite(gate, services, edits.addSponsor, addSponsor)')
  const verb = 'export async function addSponsor(work: Work) {}'
  expect(problemsOf({ [`${sponsors}/noun.ts`]: noun, [path]: verb })).toEqual([])
})

test.each([
  [
    'another name',
    'serveWrite(gate, services, edits.addSponsor, insertSponsor)',
    `${sponsors}/add-sponsor.ts`,
    'insertSponsor',
    'the call addSponsor is served by a function of another name',
  ],
  [
    'another name, in a transaction of its own',
    'serve(gate, addSponsor, ({ body }) =>\n      write(services, undefined, (work) => insertSponsor(work, body)),\n    )',
    `${sponsors}/add-sponsor.ts`,
    'insertSponsor',
    'the call addSponsor is served by a function of another name',
  ],
  [
    'its name in a file of another verb',
    'serveWrite(gate, services, edits.addSponsor, addSponsor)',
    `${sponsors}/change-sponsor.ts`,
    'addSponsor',
    `${sponsors}/change-sponsor.ts: has the verb addSponsor`,
  ],
])('a writing call is not served by a function of %s', (_, answer, path, name, problem) => {
  const verb = `export async function ${name}(work: Work) {}`
  expect(problemsOf({ [`${sponsors}/noun.ts`]: served(answer), [path]: verb })).toEqual([
    expect.stringContaining(problem),
  ])
})

test('a GET may write under another name', () => {
  const answer = 'serveWrite(gate, services, calls.getDashboard, (work) => renewDashboard(work))'
  const contract = "export const getDashboard = endpoint({\n  route: 'GET /dashboard',"
  expect(
    problemsOf({ [`${sponsors}/noun.ts`]: served(answer), 'contract/events/sponsors/calls.ts': contract }),
  ).toEqual([])
})

test('at most five writing calls are excepted, and each is one', () => {
  const served = readSourceFiles(join(import.meta.dirname, '..'))
    .filter(({ path }) => path.endsWith('/noun.ts'))
    .map(({ text }) => text)
    .join()
  expect(Object.keys(callsWithoutVerb).length).toBeLessThanOrEqual(5)
  for (const call of Object.keys(callsWithoutVerb)) expect(served).toMatch(new RegExp(`\\b${call},`))
})
