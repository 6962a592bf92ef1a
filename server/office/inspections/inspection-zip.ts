import { createHash } from 'node:crypto'
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

const mostBytes = 1024 * 1024

interface Options {
  /** Takes the next bytes of the zip file, a megabyte at a time. */
  store: (bytes: Buffer) => Promise<void>
  /** Called after each file. */
  told?: (file: { path: string; sha256: string }) => void
}

/** Writes files into a zip file in the given order. The same files make the same bytes, in every time zone. Returns its size and SHA-256. */
export async function writeZip(
  files: readonly PackFile[],
  { store, told }: Options,
): Promise<{ bytes: number; sha256: Buffer }> {
  const zip = new ZipFile()
  zip.on('error', (problem: Error) => (zip.outputStream as Readable).destroy(problem))
  for (const { path, make } of files) {
    zip.addReadStreamLazy(path, { ...entry, mtime: timeOfAll() }, (take) => {
      Promise.resolve()
        .then(make)
        .then((content) => {
          const bytes = typeof content === 'string' ? Buffer.from(content) : content
          told?.({ path, sha256: createHash('sha256').update(bytes).digest('hex') })
          take(null, Readable.from([bytes], { objectMode: false }))
        })
        .catch((problem) => take(problem, undefined as never))
    })
  }
  zip.end()
  const hash = createHash('sha256')
  let bytes = 0
  let piece: Buffer[] = []
  let pieceBytes = 0
  for await (const chunk of zip.outputStream) {
    hash.update(chunk as Buffer)
    bytes += chunk.length
    piece.push(chunk as Buffer)
    pieceBytes += chunk.length
    if (pieceBytes >= mostBytes) {
      await store(Buffer.concat(piece))
      piece = []
      pieceBytes = 0
    }
  }
  if (pieceBytes > 0) await store(Buffer.concat(piece))
  return { bytes, sha256: hash.digest() }
}
