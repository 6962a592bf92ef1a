import { resolve } from 'node:path'
import { EmbeddedPostgresProblem } from '@portal/embedded-postgres'
import { ConfigProblem, loadEnvironment, readConfig } from '#server/config.ts'
import { MigrationProblem } from '#server/core/db/migrate.ts'

/**
 * Runs `npm run <name> -- FILE`. `act` gets the embedded database's data folder and the file's full path, and
 * returns the last sentence. A refusal ends with a sentence, too. `otherwise`: the advice for one's own
 * server.
 */
export async function onDataFolder(
  name: string,
  otherwise: string,
  act: (folder: string, file: string) => Promise<string>,
): Promise<void> {
  try {
    const { database, dataDir } = readConfig(loadEnvironment())
    if (database) {
      throw new ConfigProblem(
        `DATABASE_URL names a server of your own, and npm run ${name} is for the embedded database. Do it ${otherwise}.`,
      )
    }
    const [file, ...more] = process.argv.slice(2)
    if (!file || more.length) throw new ConfigProblem(`Say which file: npm run ${name} -- FILE`)
    // npm changes to the project's folder and stores the caller's in INIT_CWD.
    console.log(await act(dataDir, resolve(process.env.INIT_CWD ?? '', file)))
  } catch (problem) {
    const forPeople = [ConfigProblem, EmbeddedPostgresProblem, MigrationProblem]
    const isForPeople = forPeople.some((kind) => problem instanceof kind)
    console.error(isForPeople ? (problem as Error).message : problem)
    process.exitCode = 1
  }
}
