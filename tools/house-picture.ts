import { districts } from './import-rules.ts'
import type { SourceFile } from './source-files.ts'
import { isTest } from './source-files.ts'

/**
 * Returns the arrows between the districts over all sides, as 'office counting'. A district has an arrow to
 * each one that it knows, unless a longer path implies it.
 */
export function arrowsOf(files: SourceFile[]): string[] {
  const known = new Map(districts.map((district) => [district, new Set<string>()]))
  for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
    const [side, district = ''] = path.split('/')
    for (const [targetSide, target = ''] of imports.map((each) => each.split('/')))
      if (targetSide === side && target !== district && known.has(target)) known.get(district)?.add(target)
  }
  const isReached = (from: string, to: string): boolean =>
    [...(known.get(from) ?? [])].some((next) => next === to || isReached(next, to))
  return districts.flatMap((from) => {
    const targets = [...(known.get(from) ?? [])]
    return targets
      .filter((to) => !targets.some((other) => other !== to && isReached(other, to)))
      .map((to) => `${from} ${to}`)
  })
}

/** Returns the arrows that a page draws in Mermaid: `a["…"] --> b & c`. */
export function drawnArrows(page: string): string[] {
  return [...page.matchAll(/^ {2}(\w+)(?:\[".*?"\])? --> (.+)$/gm)].flatMap(([, from = '', targets = '']) =>
    targets.split(' & ').map((to) => `${from} ${to}`),
  )
}
