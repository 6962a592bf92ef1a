// The program `verify.mjs` of every pack. It is bundled from the portal's own readers and rules.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPack, Difference } from './inspection-checks.ts'

try {
  for (const sentence of await checkPack(dirname(fileURLToPath(import.meta.url)))) console.log(sentence)
  console.log('Equal: everything in this pack fits together.')
} catch (problem) {
  if (!(problem instanceof Difference)) throw problem
  console.log(`Not equal: ${problem.message}`)
  process.exitCode = 1
}
