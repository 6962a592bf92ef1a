import * as imports from '#contract/office/imports/calls.ts'
import type { ImportKind } from '#contract/office/imports/columns.ts'
import { importKinds } from '#contract/office/imports/columns.ts'
import { sendList } from '#server/core/files/list-file.ts'
import { openReadingThread } from '#server/core/files/reading-thread.ts'
import { acceptForms, receiveFile } from '#server/core/http/received-file.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { refuseWithout, serve, serveFile } from '#server/core/http/serve.ts'
import { openTurns } from '#server/core/turns.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { forDays, job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import type { ReadImport } from './import-file.ts'
import { exportRows } from './import-rows-file.ts'
import {
  expireImports,
  forgetImported,
  previewImport,
  startImport,
  undoImport,
  uploadImport,
} from './imports.ts'
import { runImport, sweepImports } from './jobs.ts'
import { findImport, findImported, findImports, layoutOf } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Writes, or undoes, the next rows of an import. */
    'run-import': { importId: string }
    /** Finds unfinished imports without a job. */
    'sweep-imports': Record<string, never>
  }
}

/** The most files received, read or judged at the same time, to limit memory. */
const mostAtOnce = 4

export default noun({
  calls: [imports],
  serve(gate, services) {
    const { db } = services
    const turns = openTurns(mostAtOnce)
    const readApart = openReadingThread<Uint8Array, ReadImport>({
      module: new URL('./import-file.ts', import.meta.url),
      name: 'readImportFile',
      mostMegabytes: 512,
    })
    /** Returns the import's id to callers who may write its kind; refuses others with NOT_PERMITTED. */
    const permitted = async ({ caller, params }: { caller: Caller; params: { importId: string } }) => {
      refuseUnpermitted(caller, (await layoutOf(db, params.importId)).kind)
      return params.importId
    }
    serve(gate, imports.getImports, async () => ({ imports: await findImports(db) }))
    serve(gate, imports.getImport, ({ params }) => findImport(db, params.importId))
    acceptForms(gate, (gate) => {
      serve(gate, imports.uploadImport, ({ caller, request }) =>
        turns.visit(caller, async () => {
          const { bytes, name, texts } = await receiveFile(request, imports.importField, {
            mostBytes: imports.mostImportBytes,
            tooLarge: new Refusal('IMPORT_TOO_LARGE'),
          })
          const kind = kindIn(texts)
          refuseUnpermitted(caller, kind)
          const read = await readApart(bytes)
          if ('refused' in read) return refuseFields({ [imports.importField]: read.refused }) as never
          return write(services, caller, (work) => uploadImport(work, { kind, fileName: name, read }))
        }),
      )
    })
    serve(gate, imports.previewImport, (asked) =>
      turns.visit(asked.caller, async () =>
        previewImport(services, asked.caller, await permitted(asked), asked.body.columns),
      ),
    )
    serveWrite(gate, services, imports.startImport, async (work, body, asked) =>
      startImport(work, await permitted(asked), body),
    )
    serveWrite(gate, services, imports.undoImport, async (work, _, asked) =>
      undoImport(work, await permitted(asked)),
    )
    serveFile(gate, imports.exportImport, async (asked) => {
      const importId = await permitted(asked)
      const { fileName } = await findImport(db, importId)
      const reason = `Results of the import of ${fileName}`
      await write(services, asked.caller, (work) =>
        happened(work, [{ activity: 'exported', details: { reason } }]),
      )
      return sendList(
        asked.reply,
        { name: 'import', format: asked.query.format },
        await exportRows(db, importId),
      )
    })
  },
  jobs: [
    job('run-import', { verb: runImport, ...forDays, expireInSeconds: 5 * minute }),
    job('sweep-imports', { verb: sweepImports, cron: '*/5 * * * *' }),
  ],
  expire: expireImports,
  personal: {
    data: [
      personalData({
        key: 'imports',
        title: 'Imported from files',
        read: ({ db }, { userId, user }) => findImported(db, userId, user.email),
        columns: {
          File: 'fileName',
          Uploaded: 'importedAt',
          Row: 'line',
          Result: 'result',
          Content: 'content',
        },
      }),
    ],
    async forget(work, { userId, emails }) {
      await forgetImported(work, userId, emails)
    },
  },
})

function kindIn(texts: Map<string, string>): ImportKind {
  const kind = texts.get(imports.importKindField) ?? ''
  if (!Object.hasOwn(importKinds, kind)) {
    refuseFields({ [imports.importKindField]: `One of: ${Object.keys(importKinds).join(', ')}` })
  }
  return kind as ImportKind
}

/** Refuses with NOT_PERMITTED a caller who may not write what an import writes. */
function refuseUnpermitted(caller: Caller, kind: ImportKind): void {
  for (const needed of importKinds[kind].permissions) refuseWithout(caller, needed)
}
