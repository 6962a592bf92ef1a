import { expect, test } from 'vitest'
import { embeddedVideo } from './youtube.ts'

const player = 'https://www.youtube-nocookie.com/embed/abcDEF-_123?autoplay=1&rel=0'

test.each([
  ['https://www.youtube.com/watch?v=abcDEF-_123', player],
  ['https://youtube.com/watch?feature=share&v=abcDEF-_123&t=10s', player],
  ['https://m.youtube.com/watch?v=abcDEF-_123', player],
  ['https://youtu.be/abcDEF-_123?t=5', player],
  ['https://www.youtube.com/embed/abcDEF-_123', player],
  ['https://www.youtube.com/live/abcDEF-_123', player],
  ['https://www.youtube.com/shorts/abcDEF-_123', player],
  ['https://www.youtube-nocookie.com/embed/abcDEF-_123', player],
  ['https://www.youtube.com/watch?v=short', undefined],
  ['https://www.youtube.com/watch?v=%22onload%3Dx', undefined],
  ['https://www.youtube.com/@somebody', undefined],
  ['https://youtube.com.example.com/watch?v=abcDEF-_123', undefined],
  ['https://example.com/videos/1', undefined],
  ['no address', undefined],
])('%s plays at %s', (address, embedded) => {
  expect(embeddedVideo(address)).toBe(embedded)
})
