import { saveFile } from './save-file.ts'

/** Some browsers let people choose a file first and write to it while data arrives. */
declare global {
  interface Window {
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  }
}

interface StreamedFile {
  name: string
  type: string
  open: () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  onPiece: (piece: Uint8Array) => void
}

/** Saves a file of any length while it arrives. Returns false if the person chose no file. A broken download leaves no partial file. */
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

/** Returns undefined if this browser has no such dialog. */
async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | 'none' | undefined> {
  try {
    return await window.showSaveFilePicker?.({ suggestedName })
  } catch (problem) {
    if ((problem as Error).name === 'AbortError') return 'none'
    // The dialog is not allowed here, for example inside a frame.
    return undefined
  }
}
