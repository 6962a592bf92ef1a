/** Writes a number of bytes: '2.1 MB'. Rounds up, so that a file above a limit never reads as the limit. */
export function shownSize(bytes: number): string {
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)} MB`
}
