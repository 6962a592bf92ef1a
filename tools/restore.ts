import { restoreDatabase } from '@portal/embedded-postgres'
import { onDataFolder } from './data-folder-command.ts'

await onDataFolder(
  'restore',
  'from the base backup and the archive of the log, or with pg_restore: see docs/operations.md',
  async (folder, file) => {
    await restoreDatabase(folder, file)
    return `${file} is restored into ${folder}. npm start goes on from there.`
  },
)
