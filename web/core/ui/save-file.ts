/** Saves a file that was fetched under a name; characters that no file name can have are left out. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '')
  link.click()
  // Only once the browser has taken it: at once would cancel the download in some.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
