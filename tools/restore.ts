import { restoreDatabase } from '#server/platform/db/embedded/restore.ts'
import { onDataFolder } from './data-folder-command.ts'

await onDataFolder('restore', 'with pg_restore or psql', async (folder, file) => {
  await restoreDatabase(folder, file)
  return `${file} is restored into ${folder}. npm start goes on from there.`
})
