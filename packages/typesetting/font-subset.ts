import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FontFace } from './font-faces.ts'

/**
 * Returns a static font program with only these glyphs, at the face's axes. Glyph ids stay, so text can be
 * written before its subset is made.
 */
export function cutSubset(face: FontFace, glyphIds: Iterable<number>): Uint8Array {
  const input = hb.hb_subset_input_create_or_fail()
  const source = hb.malloc(face.program.length)
  new Uint8Array(hb.memory.buffer).set(face.program, source)
  const blob = hb.hb_blob_create(source, face.program.length, memoryReadonly, 0, 0)
  const sourceFace = hb.hb_face_create(blob, 0)
  try {
    const wanted = hb.hb_subset_input_glyph_set(input)
    for (const id of glyphIds) hb.hb_set_add(wanted, id)
    const dropped = hb.hb_subset_input_set(input, dropTableTags)
    for (const table of uselessTables) hb.hb_set_add(dropped, tag(table))
    hb.hb_subset_input_set_flags(input, noHinting | retainGlyphIds | notdefOutline | noLayoutClosure)
    for (const [axis, value] of Object.entries(face.axes)) {
      hb.hb_subset_input_pin_axis_location(input, sourceFace, tag(axis), value)
    }
    const cut = hb.hb_subset_or_fail(sourceFace, input)
    if (!cut) throw new Error(`The font ${face.key} could not be cut`)
    const result = hb.hb_face_reference_blob(cut)
    const start = hb.hb_blob_get_data(result, 0)
    const program = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result))
    hb.hb_blob_destroy(result)
    hb.hb_face_destroy(cut)
    return program
  } finally {
    hb.hb_face_destroy(sourceFace)
    hb.hb_blob_destroy(blob)
    hb.free(source)
    hb.hb_subset_input_destroy(input)
  }
}

// harfbuzzjs ships this module without bindings; the names and numbers are those of hb-subset.h.
interface Subsetter {
  memory: { buffer: ArrayBuffer }
  _initialize(): void
  malloc(size: number): number
  free(pointer: number): void
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_length(blob: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, which: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_or_fail(face: number, input: number): number
}

const memoryReadonly = 1
const dropTableTags = 3
const noHinting = 0x1
const retainGlyphIds = 0x2
const notdefOutline = 0x40
const noLayoutClosure = 0x200

// A PDF needs only outlines and metrics. Text and layout come from the page.
const uselessTables = 'GSUB GPOS GDEF STAT name OS/2 cmap post gasp BASE kern DSIG'.split(' ')

// Node's types lack it; only the browser's have it.
interface ModuleLoader {
  Module: new (code: Uint8Array) => object
  Instance: new (module: object) => { exports: Subsetter }
}

const hb = loadSubsetter()

function loadSubsetter(): Subsetter {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { WebAssembly } = globalThis as unknown as { WebAssembly: ModuleLoader }
  const subsetter = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path))).exports
  subsetter._initialize()
  return subsetter
}

function tag(name: string): number {
  return [...name.padEnd(4)].reduce((value, char) => (value << 8) | char.charCodeAt(0), 0)
}
