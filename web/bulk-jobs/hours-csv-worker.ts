import { readHoursCsv } from './hours-csv.ts'

self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => self.postMessage(readHoursCsv(new Uint8Array(data)))
