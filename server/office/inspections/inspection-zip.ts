import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A pack's file. Its content is made when written, so that only one is in memory at a time. */
export interface PackFile {
  path: string
  make: () => Promise<Uint8Array | string> | Uint8Array | string
}

/** The entries are not compressed, because other versions of a compressor make other bytes. */
const entry = { compress: false, mode: 0o100644, forceDosTimestamp: true }

/** A zip file stores local time without a zone; this is the same in every zone. */
const timeOfAll = () => new Date(2000, 0, 1)

/**
 * Streams files as a zip file in the given order. The same files make the same bytes, in every time zone.
 * Makes the next file only once the reader took the previous one. Destroys the stream if a file can't be
 * made.
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
