// Rehearses a two-day series in a portal of its own, and compares what was expected with what was credited. Ends with 1 if they differ.
//   npm run rehearse -- [--people 300] [--seed 1] [--folder FOLDER]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EmbeddedPostgresProblem } from '@portal/embedded-postgres'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { rehearsalPeople } from '#contract/office/rehearsals/calls.ts'
import { endWithParent } from '#server/core/parent-watch.ts'
import { rehearsalPage, rehearsalWords } from '#server/office/rehearsals/rehearsal-page.ts'
import type { RehearsalPlan } from '#server/office/rehearsals/rehearsal-run.ts'
import { RehearsalProblem, rehearse } from '#server/rehearse.ts'

const usage = `Say: npm run rehearse -- [--people ${rehearsalPeople.least} to ${rehearsalPeople.most}] [--seed NUMBER] [--folder FOLDER]`
const { people, seed, folder: named } = readArguments()
// npm changes to the project's folder and remembers the caller's in INIT_CWD.
const folder = named
  ? resolve(process.env.INIT_CWD ?? '', named)
  : mkdtempSync(join(tmpdir(), 'portal-rehearsal-'))
const data = named ? folder : join(folder, 'data')
const ending = new AbortController()
endWithParent(() => ending.abort())

const startOn = addDays(easternDay(new Date()), 14)
const days = { startOn, endOn: addDays(startOn, 1), breaks: [], focusId: 2 }
const slots: RehearsalPlan['slots'] = [
  { ...days, startTime: '08:00', endTime: '12:00' },
  // Day 1 is made up here.
  { ...days, startTime: '13:00', endTime: '17:00' },
]
const event = {
  eventName: 'a two-day series',
  isInPerson: false,
  venue: null,
  facts: null,
}
try {
  const result = await rehearse(
    data,
    { event, courseNumber: '', slots, place: 0, people, seed },
    { signal: ending.signal, tell: (progress) => console.log(`${progress} …`) },
  )
  const page = join(folder, 'rehearsal.html')
  writeFileSync(page, rehearsalPage(result))
  console.log(`\n${rehearsalWords(result)}\n\nThe page: ${page}`)
  process.exitCode = result.isAsExpected ? 0 : 1
} catch (problem) {
  const isForPeople = problem instanceof RehearsalProblem || problem instanceof EmbeddedPostgresProblem
  if (!ending.signal.aborted) console.error(isForPeople ? problem.message : problem)
  process.exitCode = ending.signal.aborted ? 130 : 1
} finally {
  // A temporary folder keeps the page only.
  if (!named) rmSync(data, { recursive: true, force: true })
}

function readArguments(): { people: number; seed: number; folder: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { people: { type: 'string' }, seed: { type: 'string' }, folder: { type: 'string' } },
    })
    const people = Number(values.people ?? rehearsalPeople.usual)
    const seed = Number(values.seed ?? 1)
    const isRight =
      Number.isInteger(people) && people >= rehearsalPeople.least && people <= rehearsalPeople.most
    if (isRight && Number.isInteger(seed)) return { people, seed, folder: values.folder }
  } catch {
    // An unknown option: the usage says what is possible.
  }
  console.error(usage)
  process.exit(2)
}
