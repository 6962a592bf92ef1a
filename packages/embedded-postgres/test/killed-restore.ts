import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { restoreDatabase } from '../restore.ts'
import { startChildPortal } from './start-child-portal.ts'

/**
 * Restores a backup into `folder` and kills its first start with all PostgreSQL processes, as soon as
 * PostgreSQL has renamed the backup's label. From then on only PostgreSQL's own files show that it restores a
 * backup.
 */
export async function restoreAndKill(folder: string, file: string): Promise<void> {
  await restoreDatabase(folder, file)
  const cluster = join(folder, 'postgres')
  const pidFile = join(cluster, 'postmaster.pid')
  const portal = startChildPortal({ folder })
  while (!existsSync(pidFile)) await delay(1)
  const label = join(cluster, 'backup_label.old')
  // Blocks on purpose: the state to hit may last only a few milliseconds.
  for (const end = Date.now() + 30_000; !existsSync(label) && Date.now() < end; );
  const [postmaster = ''] = readFileSync(pidFile, 'utf8').split('\n')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ')
  for (const pid of [...children, postmaster].filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  await portal.kill()
}
