import * as inspections from '#contract/office/inspections/calls.ts'
import { serveFile } from '#server/core/http/serve.ts'
import { minute, noun } from '#server/noun.ts'
import { openInspections } from './download-inspection.ts'

/** Counting a renewal year may take longer than a connection may be silent, and nothing is sent before its end. */
const preparingMs = 5 * minute * 1000

export default noun({
  calls: [inspections],
  serve(gate, services) {
    const download = openInspections(services)
    serveFile(gate, inspections.downloadInspectionPack, async ({ caller, query, request, reply }) => {
      const { socket } = request.raw
      const silentForMs = socket.timeout ?? 0
      // A test without a connection has no time limit.
      socket.setTimeout?.(preparingMs)
      const pack = await download(query, caller).finally(() => socket.setTimeout?.(silentForMs))
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${inspections.inspectionFileName(query)}"`)
        .header('cache-control', 'no-store')
        .send(pack)
    })
  },
})
