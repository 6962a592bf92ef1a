import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import * as z from 'zod/mini'
import { fileNames, Manifest } from './inspection-records.ts'

// Runs in `verify.mjs`, on an inspector's computer: no database.

/** A pack's first contradiction, as a sentence. */
export class Difference extends Error {}

/**
 * An unpacked pack's files. Each reader throws a Difference if the file is missing, is not a file, or has
 * another shape.
 */
export type OpenedPack = ReturnType<typeof openPack>

export function openPack(folder: string) {
  const bytes = (path: string): Buffer => {
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
    if (!stat) throw new Difference(`${path} is missing.`)
    if (!stat.isFile()) throw new Difference(`${path} is ${kindOf(stat)}.`)
    return readFileSync(join(folder, path))
  }
  const text = (path: string) => bytes(path).toString()
  const json = <Schema extends z.ZodMiniType>(path: string, schema: Schema): z.output<Schema> => {
    try {
      return z.decode(schema, JSON.parse(text(path)))
    } catch (problem) {
      if (problem instanceof Difference) throw problem
      throw new Difference(`${path} cannot be read as a file of a pack.`)
    }
  }
  const { files } = json(fileNames.manifest, Manifest)
  return {
    folder,
    bytes,
    text,
    json,
    files,
    /** Returns a CSV file's rows by column. */
    rows: (path: string) =>
      Papa.parse<Record<string, string>>(text(path).replace(/^\ufeff/, ''), {
        header: true,
        skipEmptyLines: true,
        // An apostrophe keeps a spreadsheet from running a cell.
        transform: (cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''),
      }).data,
    paths: Object.keys(files).sort(),
  }
}

/** Compares every file with the manifest, and finds files that it does not name. Returns the number of files. */
export function checkFiles({ folder, bytes, files, paths }: OpenedPack): number {
  for (const path of paths) {
    const found = createHash('sha256').update(bytes(path)).digest('hex')
    if (found !== files[path]) {
      throw new Difference(`${path} is not the file of the manifest: its SHA-256 is ${found}.`)
    }
  }
  const known = new Set([...paths, fileNames.manifest, fileNames.signature, fileNames.keys])
  const folders = new Set([...known].flatMap(foldersOf))
  checkFolder('')
  return paths.length

  /**
   * Throws a Difference if a folder has something outside the manifest, even a hidden file, a link or an
   * empty folder.
   */
  function checkFolder(path: string): void {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path + entry.name
      const isFolder = folders.has(inside)
      if (!isFolder && !known.has(inside)) throw new Difference(`${inside} is not in the manifest.`)
      if (isFolder !== entry.isDirectory() || isFolder === entry.isFile()) {
        throw new Difference(`${inside} is ${kindOf(entry)}.`)
      }
      if (isFolder) checkFolder(`${inside}/`)
    }
  }
}

/** Returns 'a/b' and 'a' for 'a/b/c'. */
function foldersOf(path: string): string[] {
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  return folder ? [folder, ...foldersOf(folder)] : []
}

function kindOf(entry: { isSymbolicLink(): boolean; isDirectory(): boolean; isFile(): boolean }): string {
  if (entry.isSymbolicLink()) return 'a symbolic link'
  if (entry.isDirectory()) return 'a folder'
  return entry.isFile() ? 'a file' : 'neither a file nor a folder'
}
