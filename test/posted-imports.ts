import {
  importField,
  importKindField,
  previewImport,
  startImport,
  undoImport,
  uploadImport,
} from '#contract/office/imports/calls.ts'
import type { ImportKind } from '#contract/office/imports/columns.ts'

/** Returns how an administrator starts imports and their undo at a portal of another process. */
export function importsAt(url: () => string, token: string) {
  return {
    async start(kind: ImportKind, file: string): Promise<string> {
      const form = new FormData()
      form.set(importKindField, kind)
      form.set(importField, new Blob([file]), `${kind}.csv`)
      const { importId, columns } = await post(uploadImport.path, form)
      const { counts } = await post(previewImport.path, JSON.stringify({ columns }), importId)
      if (counts.refused > 0) throw new Error(`${counts.refused} rows are refused`)
      await post(startImport.path, '{}', importId)
      return importId
    },
    undo: (importId: string) => post(undoImport.path, '{}', importId),
  }

  async function post(path: string, body: FormData | string, importId = '') {
    const answer = await fetch(`${url()}/api${path.replace(':importId', importId)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()).data
  }
}
