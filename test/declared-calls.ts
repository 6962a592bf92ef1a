import { isEndpoint } from '#contract/core/endpoint.ts'

const files = import.meta.glob<object>(['/contract/**/*.ts', '!/contract/**/*.test.ts'], { eager: true })

/** Every call that the contract declares, whether or not a noun lists it. */
export const declaredCalls = Object.values(files)
  .flatMap((exports) => Object.values(exports))
  .filter(isEndpoint)
