import { mostPictureBytes, pictureTypes } from '#contract/uploads/calls.ts'

/** What can be chosen, as the `accept` of a file input. */
export const acceptedPictures = pictureTypes.join(',')

/** What is taken, in words. */
export const pictureLimits = 'PNG, JPEG, WebP or GIF, up to 2 MB'

/** What is wrong with a file before it is sent, in a sentence; undefined: nothing that can be seen here. */
export function pictureProblem({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!(pictureTypes as readonly string[]).includes(type))
    return `${name} is no PNG, JPEG, WebP or GIF. Please choose another file.`
  if (size === 0) return `${name} is empty. Please choose another file.`
  if (size > mostPictureBytes) return `${name} has ${shownSize(size)}. A picture may have 2 MB at most.`
  return undefined
}

function shownSize(bytes: number): string {
  // Upwards, so that what is a little too large never reads as if it were not.
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)} MB`
}
