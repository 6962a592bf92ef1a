// Rehearses a two-day series in its own portal, and compares expected with credited hours. Ends with 1 if
// they differ. npm run rehearse -- [--people 300] [--seed 1] [--folder FOLDER]
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clusterFolder, EmbeddedPostgresProblem, startEmbeddedPostgres } from '@portal/embedded-postgres'
import { migratePortal } from '#server/core/db/migrate-portal.ts'
import { endWithParent } from '#server/core/parent-watch.ts'
import { rehearsalPage, rehearsalWords } from './rehearsal/page.ts'
import { rehearse } from './rehearsal/rehearsal.ts'
import { isAsExpected } from './rehearsal/result.ts'

/** Even with the fewest people, each habit has one. */
const [fewest, usual, most] = [20, 300, 1000]
/** A power cut may damage the database. */
const shortLived = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
}

const { people, seed, folder: named } = readArguments()
// npm changes to the project's folder and stores the caller's in INIT_CWD.
const folder = named
  ? resolve(process.env.INIT_CWD ?? '', named)
  : mkdtempSync(join(tmpdir(), 'portal-rehearsal-'))
const data = named ? folder : join(folder, 'data')
const ending = new AbortController()
endWithParent(() => ending.abort())
// It gives way to a portal on the same machine; PostgreSQL inherits this.
setPriority(10)
try {
  process.exitCode = await rehearseIn(data)
} catch (problem) {
  if (!ending.signal.aborted)
    console.error(problem instanceof EmbeddedPostgresProblem ? problem.message : problem)
  process.exitCode = ending.signal.aborted ? 130 : 1
} finally {
  // A temporary folder keeps the page only.
  if (!named) rmSync(data, { recursive: true, force: true })
}

/** Rehearses with a database in a folder, and writes the page. Returns the exit code. */
async function rehearseIn(data: string): Promise<number> {
  if (existsSync(clusterFolder(data))) {
    console.error(`${data} has a database already. A rehearsal needs an empty folder of its own.`)
    return 1
  }
  console.log('A database is made …')
  const { connection, stop } = await startEmbeddedPostgres({ folder: data, settings: shortLived })
  try {
    await migratePortal(connection)
    const result = await rehearse(connection, { people, seed, signal: ending.signal })
    const page = join(folder, 'rehearsal.html')
    writeFileSync(page, rehearsalPage(result))
    console.log(`\n${rehearsalWords(result)}\n\nThe page: ${page}`)
    return isAsExpected(result) ? 0 : 1
  } finally {
    await stop()
  }
}

function readArguments(): { people: number; seed: number; folder: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { people: { type: 'string' }, seed: { type: 'string' }, folder: { type: 'string' } },
    })
    const people = Number(values.people ?? usual)
    const seed = Number(values.seed ?? 1)
    const isRight = Number.isInteger(people) && people >= fewest && people <= most
    if (isRight && Number.isInteger(seed)) return { people, seed, folder: values.folder }
  } catch {
    // An unknown option: the usage says what is possible.
  }
  console.error(`Say: npm run rehearse -- [--people ${fewest} to ${most}] [--seed NUMBER] [--folder FOLDER]`)
  process.exit(2)
}
