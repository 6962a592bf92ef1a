import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** What a certificate says. Dates and numbers come ready to print. */
export interface CertificateContent {
  serial: string
  personName: string
  eventName: string
  focusName: string
  /** 'DD Mon YYYY' or 'DD Mon YYYY – DD Mon YYYY' */
  dates: string
  hours: number
  /** 'Live webinar' or 'In person, South Carolina' */
  format: string
  provider: { name: string; contact: string }
  signatory: { name: string; title: string }
  /** 'DD Mon YYYY' */
  issuedOn: string
  verifyUrl: string
  /** the FAA's acceptance number of the course, where it has one */
  courseNumber?: string
}

/** Draws certificates in threads of their own, so that requests go on meanwhile. */
export interface CertificatePrinter {
  /** A one-page PDF; equal content gives equal bytes. */
  draw(content: CertificateContent): Promise<Uint8Array>
  /** Ends the threads; drawings under way are refused. */
  close(): Promise<void>
}

/** The first drawing starts the first thread, so opening costs nothing. Threads: all cores but one, four at most. */
export function openCertificatePrinter(options: { threads?: number } = {}): CertificatePrinter {
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1))
  let pool: Piscina<CertificateContent, Uint8Array> | undefined
  let closed = false

  return {
    async draw(content) {
      if (closed) throw new Error('The certificate printer is closed')
      pool ??= startPool(threads)
      return pool.run(content)
    },
    async close() {
      closed = true
      await pool?.destroy()
    },
  }
}

function startPool(threads: number): Piscina<CertificateContent, Uint8Array> {
  return new Piscina({
    filename: new URL('./certificate-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    // The next page waits in the thread, not across it.
    concurrentTasksPerWorker: 4,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
    // A thread keeps its fonts; starting one again costs a hundred pages.
    idleTimeout: 60_000,
  })
}
