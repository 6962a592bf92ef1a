import { backUpDatabase } from '@portal/embedded-postgres'
import { findNewestMigration } from '#server/core/db/migrate-portal.ts'
import { endWithParent } from '#server/core/parent-watch.ts'
import { onDataFolder } from './data-folder-command.ts'

await onDataFolder(
  'backup',
  'with pg_basebackup and an archive of the log, or with pg_dump: see docs/operations.md',
  async (folder, file) => {
    const ending = new AbortController()
    endWithParent(() => ending.abort())
    await backUpDatabase(folder, file, {
      signal: ending.signal,
      findVersion: (connection) => findNewestMigration({ ...connection, database: 'portal' }),
    })
    return `The database in ${folder} is backed up to ${file}. Keep it safe: it holds everybody's data.`
  },
)
