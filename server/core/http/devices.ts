// The first match counts: most browsers also name their ancestors.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Real headers are shorter. Thousands of characters would slow the patterns. */
const longestRead = 300

/** Returns browser and system of a User-Agent header, like 'Firefox on Windows'; '' if unknown. */
export function deviceOf(userAgent = ''): string {
  const read = userAgent.slice(0, longestRead)
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(read))?.[1],
  )
  return [browser, system].filter(Boolean).join(' on ')
}
