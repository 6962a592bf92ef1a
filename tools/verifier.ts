import { join } from 'node:path'
import { build } from 'rolldown'
import type { Plugin } from 'vite'
import { oldestNode } from '#contract/office/inspections/calls.ts'
import { verifierSource } from './build-web.ts'

/** Older Node versions lack these. */
const additions = `if (Number(process.versions.node.split('.')[0]) < ${oldestNode}) {
  console.error('This needs Node.js ${oldestNode} or newer: https://nodejs.org')
  process.exit(2)
}
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    groups.get(key)?.push(item) ?? groups.set(key, [item])
  }
  return groups
}
Set.prototype.union ??= function (other) { return new Set([...this, ...other]) }
Set.prototype.intersection ??= function (other) { return new Set([...this].filter((item) => other.has(item))) }
`

/** Older syntax than the oldest Node needs: an older Node reads the program, and says that it is too old. */
const syntax = 'node16'

/** Returns `verify.mjs`: the portal's readers, matching and rule in one file of plain JavaScript. */
export async function bundledVerifier(): Promise<string> {
  const { output } = await build({
    input: verifierSource,
    cwd: join(import.meta.dirname, '..'),
    platform: 'node',
    write: false,
    transform: { target: syntax },
    output: { format: 'esm', codeSplitting: false, banner: additions },
  })
  return output[0].code
}

/** Writes `verify.mjs` into the build, for the server to read. */
export function verifier(): Plugin {
  return {
    name: 'verifier',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.mjs', source: await bundledVerifier() })
    },
  }
}
