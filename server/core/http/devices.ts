// The first that fits: most browsers call themselves by the names of those they descend from, too.
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

/** Real headers are shorter. One of thousands of characters would keep the patterns busy for long. */
const longestRead = 300

/** Browser and system of a User-Agent header in plain words, like 'Firefox on Windows'; '' where it names neither. */
export function deviceOf(userAgent = ''): string {
  const read = userAgent.slice(0, longestRead)
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(read))?.[1],
  )
  return [browser, system].filter(Boolean).join(' on ')
}
