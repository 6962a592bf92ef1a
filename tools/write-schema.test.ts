import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaFiles } from './write-schema.ts'

test('the schema and the table types match the migrations', async () => {
  for (const [path, text] of Object.entries(await schemaFiles())) {
    const found = await readFile(join(import.meta.dirname, '..', path), 'utf8')
    expect(found, `${path} is not what the migrations make. Please run: npm run schema`).toBe(text)
  }
})
