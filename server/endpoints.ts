import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { isEndpoint } from '#contract/core/endpoint.ts'
import * as health from '#contract/core/health.ts'
import { nouns } from './nouns.ts'

const exported = [health, ...nouns.flatMap(({ calls }) => calls)].flatMap((file) => Object.entries(file))

/** Every call of the portal by its exported name. */
export const operations: [name: string, Endpoint][] = exported.filter(([, value]) => isEndpoint(value))

/** Every call of the portal. */
export const endpoints = operations.map(([, endpoint]) => endpoint)

/** Every shape of the calls with an exported name. */
export const shapes: [name: string, z.ZodMiniType][] = exported.filter(
  ([name, value]) => /^[A-Z]/.test(name) && value instanceof z.ZodMiniType,
)
