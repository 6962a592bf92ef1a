// Lints the calls' OpenAPI description, from which clients are generated, and compares it with the pages that
// list calls.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApi } from '#server/core/http/open-api.ts'
import { operations, shapes } from '#server/endpoints.ts'
import { apiDifferences } from './api-page.ts'

/** A page of the repository, and the specification beside it. Either may be missing. */
const pagesOfCalls = ['docs/api.md', '../shared/spec/api.md'].map((path) =>
  join(import.meta.dirname, '..', path),
)

const source = JSON.stringify(openApi({ calls: operations, shapes }))
const config = await createConfig({ extends: ['recommended'] })
const errors = (await lintFromString({ source, config })).filter(({ severity }) => severity === 'error')
for (const { ruleId, message, location } of errors) {
  console.error(`${location[0]?.pointer ?? 'openapi.json'}: ${message} (${ruleId})`)
}
const differences = pagesOfCalls.flatMap((page) =>
  existsSync(page)
    ? apiDifferences(readFileSync(page, 'utf8'), JSON.parse(source)).map((said) => `${page}: ${said}`)
    : [],
)
for (const difference of differences) console.error(difference)
process.exit(errors.length + differences.length > 0 ? 1 : 0)
