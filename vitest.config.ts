import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    silent: 'passed-only',
    maxWorkers: 3,
    fileParallelism: true,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'server', include: ['server/**/*.test.ts'], globalSetup: 'test/cluster.ts' },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
    ],
  },
})
