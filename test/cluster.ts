import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import makeCluster from '../packages/embedded-postgres/test/cluster.ts'
import { startCluster } from './database.ts'
import { databaseFolder } from './in-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { host: string; port: number; user: string }
  }
}

/** One PostgreSQL for the whole run, with a migrated template to clone for each test's database, and a stopped one to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(databaseFolder(), 'portal-test-'))
  const [cluster, removeMade] = await Promise.all([
    startCluster(join(folder, 'shared')),
    makeCluster(project),
  ])
  project.provide('cluster', cluster.address)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
    await removeMade()
  }
}
