import { saveFile } from './save-file.ts'

/** Where a browser lets the person choose the file first, what arrives goes straight to the disk. */
declare global {
  interface Window {
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  }
}

interface StreamedFile {
  name: string
  type: string
  /** Begins what arrives. */
  open: () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** Told of each piece. */
  onPiece: (piece: Uint8Array) => void
}

/** Saves a file of any length as it arrives. False where the person chose no place for it; what breaks off leaves no half a file. */
export async function saveStream({ name, type, open, onPiece }: StreamedFile): Promise<boolean> {
  const handle = await chooseFile(name)
  if (handle === 'none') return false
  const watched = (await open()).pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        onPiece(piece)
        controller.enqueue(piece)
      },
    }),
  )
  if (handle) await watched.pipeTo(await handle.createWritable())
  else saveFile(await new Response(watched, { headers: { 'content-type': type } }).blob(), name)
  return true
}

/** undefined: this browser saves where it always does. */
async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | 'none' | undefined> {
  try {
    return await window.showSaveFilePicker?.({ suggestedName })
  } catch (problem) {
    if ((problem as Error).name === 'AbortError') return 'none'
    // It is forbidden here, as in a frame.
    return undefined
  }
}
