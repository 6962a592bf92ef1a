// The program `verify.mjs` of every pack, bundled from the portal's own readers and rules.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paths } from '#contract/core/paths.ts'
import { keysAddressOf } from '#server/foundation/signing-keys/signing-key-names.ts'
import { checkPack } from './inspection-checks.ts'
import { Difference } from './inspection-opened.ts'
import { exitCodes } from './inspection-records.ts'

const given = process.argv.slice(2)
if (given.some((word) => word !== '--online')) {
  console.error('Usage: node verify.mjs [--online]')
  process.exit(exitCodes.failed)
}
try {
  const folder = dirname(fileURLToPath(import.meta.url))
  const isOnline = given.length > 0
  const { sentences, origin, fingerprint, uncompared } = await checkPack(folder, { isOnline })
  for (const sentence of sentences) console.log(sentence)
  console.log('Everything in this pack fits together.')
  console.log(`SHA-256 fingerprint of the key that signed it: ${fingerprint}`)
  if (uncompared === '') {
    console.log(`Equal, and signed by the portal at ${origin}.`)
  } else {
    const page = origin + paths.certificateVerification()
    console.log(
      `If ${origin} is the portal of the training provider, it shows the same fingerprint at ${page}`,
    )
    console.log(`and in ${keysAddressOf(origin)}`)
    console.log(
      `Equal, but the origin was not checked: ${uncompared ?? 'compare the fingerprint, or run "node verify.mjs --online".'}`,
    )
    process.exitCode = exitCodes.ofUnknownOrigin
  }
} catch (problem) {
  const isDifference = problem instanceof Difference
  if (!isDifference) console.error(problem)
  console.log(isDifference ? `Not equal: ${problem.message}` : 'Not checked: this program failed.')
  process.exitCode = isDifference ? exitCodes.different : exitCodes.failed
}
