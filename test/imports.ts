import type { Import } from '#contract/office/imports/calls.ts'
import {
  getImport,
  Import as ImportShape,
  previewImport,
  startImport,
  undoImport,
} from '#contract/office/imports/calls.ts'
import type { ImportField, ImportKind } from '#contract/office/imports/columns.ts'
import type { TestApp } from './app.ts'
import { until } from './app.ts'
import type { Person } from './given.ts'

/** Uploads a file of an import, as the page does. */
export async function uploadImportFile(
  app: Pick<TestApp, 'request'>,
  by: Pick<Person, 'token'>,
  file: string | Buffer,
  { kind = 'people' as ImportKind | string, name = 'people.csv' } = {},
) {
  const payload = new FormData()
  payload.set('kind', kind)
  payload.set('file', new Blob([file as string]), name)
  const answer = await app.request({
    method: 'POST',
    url: '/api/private/imports',
    payload: payload as never,
    headers: { authorization: `Bearer ${by.token}` },
  })
  const said = answer.json()
  return { status: answer.statusCode, failure: said.error ? said : undefined, data: said.data as Import }
}

/** Uploads and previews a file. Returns the import's id and the preview. */
export async function previewImportFile(
  app: TestApp,
  by: Person,
  file: string | Buffer,
  { columns, ...given }: { kind?: ImportKind; name?: string; columns?: (ImportField | null)[] } = {},
) {
  const { data, failure } = await uploadImportFile(app, by, file, given)
  if (failure) throw new Error(JSON.stringify(failure))
  const { importId } = ImportShape.parse(data)
  const body = { columns: columns ?? data.columns }
  const preview = (await app.call(previewImport, { params: { importId }, body }, by.token)).data
  return { importId, ...preview }
}

/** Imports a file, and returns it once its job is done. */
export async function importFile(
  app: TestApp,
  by: Person,
  file: string | Buffer,
  given: { kind?: ImportKind; name?: string; mailsConfirmations?: boolean } = {},
): Promise<Import> {
  const { importId } = await previewImportFile(app, by, file, given)
  const { mailsConfirmations } = given
  await app.call(startImport, { params: { importId }, body: { mailsConfirmations } }, by.token)
  return importIn(app, by, importId, 'done')
}

/** Undoes an import, and returns it once its job is done. */
async function undoImported(app: TestApp, by: Person, importId: string): Promise<Import> {
  await app.call(undoImport, { params: { importId } }, by.token)
  return importIn(app, by, importId, 'undone')
}

/** Waits until an import is in a state. */
export async function importIn(
  app: TestApp,
  by: Person,
  importId: string,
  state: Import['state'],
): Promise<Import> {
  const read = async () => (await app.call(getImport, { params: { importId } }, by.token)).data
  await until(async () => (await read()).state === state)
  return read()
}

/** Returns how an administrator previews, imports and undoes files of a kind. */
export function importsOf(app: TestApp, by: Person, kind: ImportKind) {
  return {
    preview: (file: string | Buffer, given: Omit<Parameters<typeof previewImportFile>[3], 'kind'> = {}) =>
      previewImportFile(app, by, file, { kind, ...given }),
    run: (file: string | Buffer, given: Omit<Parameters<typeof importFile>[3], 'kind'> = {}) =>
      importFile(app, by, file, { kind, ...given }),
    undo: (importId: string) => undoImported(app, by, importId),
  }
}
