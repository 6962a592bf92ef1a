import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** The picture's form field. */
export const pictureField = 'file'

export const mostPictureBytes = 2 * 1024 * 1024

/** For a file input's `accept`; the server checks the bytes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** The greatest widths of a picture and its narrow copy, in pixels. */
export const pictureWidths = { whole: 960, narrow: 320 } as const

/** Returns the narrow copy's address, for `srcset`. Without a copy, the server sends the picture itself. */
export function narrowPicture(fileUrl: string): string {
  return `${fileUrl}?width=${pictureWidths.narrow}`
}

/** Returns the address of the narrow copy as PNG, for emails: some mail programs do not show WebP. */
export function pngPicture(fileUrl: string): string {
  return `${fileUrl}?as=png`
}

/** Returns the address of the picture in the middle of a white square, as PNG. */
export function iconPicture(fileUrl: string): string {
  return `${fileUrl}?as=icon`
}

export const uploadPicture = endpoint({
  route: 'POST /upload',
  access: 'events:write',
  summary:
    'Stores a picture (PNG, JPEG, WebP or GIF, 2 MB at most). It is redrawn as WebP with nothing but its pixels; `?width=320` returns a narrow copy, `?as=png` that copy as PNG, `?as=icon` a square one.',
  fileField: pictureField,
  large: {
    mostBytes: 16 * 1024 * 1024,
    why: 'A picture has up to 2 MB. Longer forms are still read to their end, so that the sender gets the reason.',
    perPerson: 100,
  },
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
