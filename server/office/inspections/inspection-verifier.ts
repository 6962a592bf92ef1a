import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oldestNode } from '#contract/office/inspections/calls.ts'

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

let made: Promise<string> | undefined

/** Returns `verify.mjs`: the readers, the matching and the rule of this portal in one file of plain JavaScript. Made once. */
export function verifierProgram(): Promise<string> {
  made ??= bundle().catch((problem) => {
    made = undefined
    throw problem
  })
  return made
}

/** Bundles in a process of its own, because the bundler takes 130 MB. */
async function bundle(): Promise<string> {
  const root = join(import.meta.dirname, '../../..')
  const script = `
    import { build } from 'rolldown'
    const { output } = await build({
      input: 'server/office/inspections/inspection-verify.ts', cwd: process.cwd(), platform: 'node', write: false,
      transform: { target: '${syntax}' },
      output: { format: 'esm', codeSplitting: false, banner: ${JSON.stringify(additions)} },
    })
    process.stdout.write(output[0].code)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}
