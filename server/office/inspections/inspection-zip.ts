import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of a pack. Its content is made when it is written, so that one after the other is in memory. */
export interface PackFile {
  path: string
  make: () => Promise<Uint8Array | string> | Uint8Array | string
}

/** The entries are not compressed: other versions of a compressor make other bytes. */
const entry = { compress: false, mode: 0o100644, forceDosTimestamp: true }

/** A zip file stores the time on a local clock without its zone: this is the same in every zone. */
const timeOfAll = () => new Date(2000, 0, 1)

/**
 * Streams files as a zip file in the given order. The same files make the same bytes, in every time zone. Makes the next file only once
 * the reader has taken the one before. Destroys the stream if a file cannot be made.
 */
export function openZip(files: readonly PackFile[]): Readable {
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  zip.on('error', (problem: Error) => bytes.destroy(problem))
  for (const { path, make } of files) {
    zip.addReadStreamLazy(path, { ...entry, mtime: timeOfAll() }, (take) => {
      Promise.resolve()
        .then(make)
        .then((content) => take(null, Readable.from([content], { objectMode: false })))
        .catch((problem) => take(problem, undefined as never))
    })
  }
  zip.end()
  return bytes
}
