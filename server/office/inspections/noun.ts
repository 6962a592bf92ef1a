import type { FastifyReply } from 'fastify'
import * as inspections from '#contract/office/inspections/calls.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { getProvider } from '#server/foundation/training-providers/queries.ts'
import { job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import { forgetInspections, forgetInspectionsOf } from './forget-inspections.ts'
import { findInspectionsOf, linkInWords } from './inspection-person.ts'
import { makeInspectionPack } from './jobs.ts'
import { findInspectionPacks, getKept, readPieces } from './queries.ts'
import { noteOpening, revokeInspectionLink, shareInspection } from './share-inspection.ts'
import { aboutPack, startInspection } from './start-inspection.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Makes a pack of records for an inspector. */
    'make-inspection-pack': { packId: number }
  }
}

export default noun({
  serve(gate, services) {
    const { db, config } = services
    serve(gate, inspections.getInspectionPacks, async () => ({ packs: await findInspectionPacks(db) }))
    serveWrite(gate, services, inspections.makeInspectionPack, (work, { body }) =>
      startInspection(work, body),
    )
    serveFile(gate, inspections.downloadInspectionPack, async ({ params: { packId }, caller, reply }) => {
      await write(services, caller, async (work) => {
        await getKept(work.tx, packId)
        await happened(work, [{ activity: 'inspection-downloaded', ...(await aboutPack(work, packId)) }])
      })
      return send(reply, packId)
    })
    serveWrite(gate, services, inspections.shareInspectionPack, (work, { body }) =>
      shareInspection(work, body.packId),
    )
    serveWrite(gate, services, inspections.revokeInspectionLink, (work, { body }) =>
      revokeInspectionLink(work, body.linkId),
    )
    serveWrite(gate, services, inspections.openInspection, async (work, { body }) => {
      const { packId, expiresAt } = await noteOpening(work, body.code, 'inspection-opened')
      const { name, contact } = await getProvider({ db: work.tx, config })
      const keys = `${config.publicUrl}/.well-known/did.json`
      return { ...(await getKept(work.tx, packId)), expiresAt, provider: { name, contact }, keys }
    })
    serveFile(gate, inspections.downloadInspection, async ({ params: { code }, reply }) => {
      const { packId } = await write(services, undefined, (work) =>
        noteOpening(work, code, 'inspection-downloaded'),
      )
      return send(reply, packId)
    })

    async function send(reply: FastifyReply, packId: number): Promise<FastifyReply> {
      const { bytes } = await getKept(db, packId)
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="inspection-pack-${packId}.zip"`)
        .header('content-length', bytes)
        .header('cache-control', 'no-store')
        .send(readPieces(db, packId))
    }
  },
  jobs: [
    job('make-inspection-pack', {
      run: makeInspectionPack,
      retryLimit: 10,
      retryDelay: 3,
      expireInSeconds: 15 * minute,
    }),
  ],
  forget: forgetInspections,
  personal: {
    data: [
      personalData({
        key: 'inspectionPacks',
        title: 'Inspection packs about you',
        read: ({ db }, { userId }) => findInspectionsOf(db, userId),
        columns: {
          'Asked for': 'askedAt',
          Pack: ({ packId, state }) => `Pack ${packId}${state === 'done' ? '' : ', not made'}`,
          'Links for inspectors': ({ links }) => links.map(linkInWords).join('; '),
        },
      }),
    ],
    async forget({ tx }, { userId }) {
      await forgetInspectionsOf(tx, userId)
    },
  },
})
