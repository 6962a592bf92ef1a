import { defineConfig } from 'vitest/config'
import './test/suite-clock.ts'

/** Only Vite reads the JSX of pages. */
const withVite = { viteModuleRunner: true, nodeLoader: true }

export default defineConfig({
  test: {
    pool: 'forks',
    // The server's code is read once for each worker, not for each of more than a hundred files. So no file leaves anything behind.
    isolate: false,
    silent: 'passed-only',
    maxWorkers: 3,
    // Node reads TypeScript itself, which takes a fifth less time. Nothing is mocked, so no loader rewrites modules.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fileParallelism: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/rehearsal/*.test.ts'],
          globalSetup: 'test/cluster.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          globalSetup: 'packages/embedded-postgres/test/cluster.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          experimental: withVite,
        },
      },
      { extends: true, test: { name: 'tools', include: ['tools/*.test.ts'], experimental: withVite } },
    ],
  },
})
