import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/** Copies the stopped cluster into a new folder. */
export async function givenCluster(folder: string): Promise<void> {
  // Only `-a` keeps the owner of the files: the user who runs PostgreSQL.
  await promisify(execFile)('cp', ['-a', inject('madeCluster'), folder])
}
