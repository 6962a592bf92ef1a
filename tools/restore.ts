import { restoreDatabase } from '@portal/embedded-postgres'
import { earlierData } from '#server/core/db/baseline.ts'
import { MigrationProblem } from '#server/core/db/migrate.ts'
import { findBaseline } from '#server/core/db/migrate-portal.ts'
import { onDataFolder } from './data-folder-command.ts'

await onDataFolder(
  'restore',
  'from the base backup and the archive of the log, or with pg_restore: see docs/operations.md',
  async (folder, file) => {
    const baseline = await findBaseline()
    await restoreDatabase(folder, file, (newest) => {
      if (newest < baseline) throw new MigrationProblem(earlierData)
    })
    return `${file} is restored into ${folder}. npm start goes on from there.`
  },
)
