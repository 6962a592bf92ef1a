// Lints the OpenAPI description of the calls, from which clients are generated.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { operations, shapes } from '#contract/endpoints.ts'
import { openApi } from '#server/core/http/open-api.ts'

const source = JSON.stringify(openApi({ calls: operations, shapes }))
const config = await createConfig({ extends: ['recommended'] })
const errors = (await lintFromString({ source, config })).filter(({ severity }) => severity === 'error')
for (const { ruleId, message, location } of errors) {
  console.error(`${location[0]?.pointer ?? 'openapi.json'}: ${message} (${ruleId})`)
}
process.exit(errors.length > 0 ? 1 : 0)
