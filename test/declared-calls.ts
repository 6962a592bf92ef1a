import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { isEndpoint } from '#contract/core/endpoint.ts'

const contract = join(import.meta.dirname, '../contract')
const files = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] }).sort()
const modules: object[] = await Promise.all(files.map((file) => import(join(contract, file))))

/** Every call that the contract declares, whether or not a noun lists it. */
export const declaredCalls: Endpoint[] = modules.flatMap((module) => Object.values(module).filter(isEndpoint))
