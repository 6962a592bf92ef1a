import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { host: string; port: number; user: string }
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each test's database is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const cluster = await startCluster(folder)
  project.provide('cluster', cluster.address)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
