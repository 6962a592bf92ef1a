import * as uploads from '#contract/foundation/uploads/calls.ts'
import { redrawPicture } from '#server/core/files/pictures.ts'
import { storePicture } from '#server/core/files/stored-files.ts'
import { acceptForms, receiveFile } from '#server/core/http/received-file.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { openTurns } from '#server/core/turns.ts'
import { within } from '#server/core/within.ts'
import { noun } from '#server/noun.ts'
import { write } from '#server/work.ts'

/** The most pictures received or waiting to be redrawn at the same time, to limit memory. */
const mostAtOnce = 20

/** Many times as long as the heaviest picture takes. libvips may wait for its own threads forever, and nobody should wait with it. */
const mostMsToRedraw = 60_000

export default noun({
  calls: [uploads],
  serve(gate, services) {
    const turns = openTurns(mostAtOnce)
    acceptForms(gate, (gate) => {
      serve(gate, uploads.uploadPicture, ({ caller, request }) =>
        turns.visit(caller, async () => {
          const { bytes } = await receiveFile(request, uploads.pictureField, {
            mostBytes: uploads.mostPictureBytes,
            tooLarge: new Refusal('PICTURE_TOO_LARGE'),
          })
          const picture = await turns.next(() =>
            within(mostMsToRedraw, redrawPicture(bytes, uploads.pictureWidths)),
          )
          return { fileUrl: await write(services, caller, ({ tx }) => storePicture(tx, picture)) }
        }),
      )
    })
  },
})
