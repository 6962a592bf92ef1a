import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrPng } from './qr-codes.ts'

test('a QR code as a PNG has its quiet zone and its size, and is read by a reader', async () => {
  const text = 'https://portal.example/private/ticket/1#token'
  const { data, info } = await sharp(qrPng(text)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBe(info.height)
  expect(info.width % 7).toBe(0)
  const line = (row: number) => data.subarray(row * info.width * 4, (row + 1) * info.width * 4)
  expect(line(27).every((value) => value === 255)).toBe(true)
  expect(line(28).every((value) => value === 255)).toBe(false)
  expect(decodeQR({ data, width: info.width, height: info.height })).toBe(text)
})
