import '#web/core/fill-ins.ts'
import { readHoursCsv } from './hours-csv.ts'

self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => self.postMessage(readHoursCsv(new Uint8Array(data)))
