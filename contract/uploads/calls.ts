import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** The field of the form that holds the picture. */
export const pictureField = 'file'

/** The most bytes of a picture as it is sent. */
export const mostPictureBytes = 2 * 1024 * 1024

/** What is chosen from, as the `accept` of a file input: the server judges the bytes themselves. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** How wide a picture is at most, in pixels, and how wide its narrower copy. */
export const pictureWidths = { whole: 960, narrow: 320 } as const

/** Where the narrower copy of a picture of ours is served: for `srcset`. Where there is none, the picture itself comes. */
export function narrowPicture(fileUrl: string): string {
  return `${fileUrl}?width=${pictureWidths.narrow}`
}

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/upload',
  access: 'admin',
  summary:
    'Keeps a picture (PNG, JPEG, WebP or GIF, 2 MB at most), drawn anew as WebP without anything but its pixels; `?width=320` gives it narrower.',
  fileField: pictureField,
  // What is too large is still read to its end, so that whoever sends it hears why it is refused.
  bodyLimit: 16 * 1024 * 1024,
  data: z.object({ fileUrl: z.string() }),
  refusals: [
    'FORM_EXPECTED',
    'PICTURE_TOO_LARGE',
    'PICTURE_REFUSED',
    'PICTURE_UNREADABLE',
    'PICTURE_TOO_MANY_PIXELS',
    'NOT_READY',
  ],
})
