import { mostPictureBytes, pictureTypes } from '#contract/foundation/uploads/calls.ts'
import { shownSize } from '#web/core/texts/sizes.ts'

export const acceptedPictures = pictureTypes.join(',')

export const pictureLimits = 'PNG, JPEG, WebP or GIF, up to 2 MB'

/** Returns what is wrong with a file before the upload, or undefined. */
export function pictureProblem({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!(pictureTypes as readonly string[]).includes(type))
    return `${name} is not a PNG, JPEG, WebP or GIF file. Please choose another file.`
  if (size === 0) return `${name} is empty. Please choose another file.`
  if (size > mostPictureBytes) return `${name} has ${shownSize(size)}. Pictures can be up to 2 MB.`
  return undefined
}
