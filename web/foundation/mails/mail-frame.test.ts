import { expect, test } from 'vitest'
import { framed } from './mail-frame.ts'

const base = '<base target="_top">'

test.each([
  [
    '<!doctype html><html><head><title>$& A</title></head></html>',
    `<!doctype html><html><head>${base}<title>$& A</title></head></html>`,
  ],
  ['<html><HEAD lang="en"></HEAD></html>', `<html><HEAD lang="en">${base}</HEAD></html>`],
  ['<p>Hello</p>', `<!doctype html><html lang="en"><head>${base}</head><body><p>Hello</p></body></html>`],
  [
    '<header>Hello</header>',
    `<!doctype html><html lang="en"><head>${base}</head><body><header>Hello</header></body></html>`,
  ],
])('links in %s open in the whole window', (html, expected) => {
  expect(framed(html)).toBe(expected)
})
