import { readHoursCsv } from './hours-csv.ts'

// In a thread of its own: the page stays quick while ten thousand rows are read.
self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => self.postMessage(readHoursCsv(new Uint8Array(data)))
