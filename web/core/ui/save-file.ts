import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { callFile } from '#web/core/api/call.ts'

/** Saves the file that a call answers with. */
export async function saveFileOf<E extends Endpoint>(endpoint: E, input: Input<E>, name: string) {
  saveFile(await callFile(endpoint, input), name)
}

/** Saves a file under a name, without characters that file names can't have. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '')
  link.click()
  // Some browsers cancel the download if the address is revoked immediately.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
