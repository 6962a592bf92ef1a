// Does 20,000 random operations, or as many as named: `npm run test:operations -- 40000`. A fifth of them for each seed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const seeds = [1, 2, 3, 4, 5]
const operations = Math.ceil(Number(process.argv[2] ?? 20_000) / seeds.length)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'server',
    'server/counting/credit-findings/credit-finding-operations.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, OPERATIONS: String(operations), SEEDS: seeds.join() },
  },
)
process.exit(status ?? 1)
