import { BarcodeDetector as LibraryReader } from 'qr/decode.js'

/** The part of the Barcode Detection API that we use. TypeScript does not know the browsers' own class yet. */
interface QrReaders {
  new (options: {
    formats: ['qr_code']
  }): { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
  getSupportedFormats: () => Promise<readonly string[]>
}

/**
 * Returns a function that reads the QR code in a video's current picture. It uses the browser if it can, else
 * the library.
 */
export async function openQrReader(): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  const { BarcodeDetector: OwnReader } = globalThis as { BarcodeDetector?: QrReaders }
  const formats = (await OwnReader?.getSupportedFormats().catch(() => [])) ?? []
  const Reader: QrReaders = OwnReader && formats.includes('qr_code') ? OwnReader : LibraryReader
  const reader = new Reader({ formats: ['qr_code'] })
  return async (video) => (await reader.detect(video))[0]?.rawValue
}
