import type { SourceFile } from './source-files.ts'
import { isOurs, isTest } from './source-files.ts'

/** The libraries of the contract: they check values and read lists of cells, and need neither server nor browser. */
const ofBothSides = ['zod', 'zod/mini', 'papaparse']

/** The districts of each side, from the top of the house down: each may import those below it. `core` knows no noun. */
export const districts = [
  'office',
  'counting',
  'attendance',
  'outreach',
  'registrations',
  'webinars',
  'ledger',
  'events',
  'people',
  'foundation',
  'core',
]

/** Returns a sentence per import that points the wrong way, and per circle of imports. */
export function importProblems(files: SourceFile[]): string[] {
  const wiring = wiringOf(files)
  const directions = files.flatMap(({ path, imports }) =>
    imports.flatMap((target) => {
      const advice = adviceOn(path, target, wiring)
      return advice ? [`${path}: imports ${target}; ${advice}.`] : []
    }),
  )
  return [...directions, ...circles(files)]
}

/**
 * Returns true if a file belongs to the demo season. It is not a noun: it uses the others, and only
 * server/main.ts knows it.
 */
export function isGuest(path: string): boolean {
  return path.startsWith('server/office/demo/')
}

/** An outside service's adapter is not a noun: it implements a port of core/, and only the wiring opens it. */
export function isIntegration(path: string): boolean {
  return path.startsWith('server/integrations/')
}

function integrationOf(path: string): string | undefined {
  return path.match(/^server\/integrations\/([^/]+)\//)?.[1]
}

// Wiring files, such as main.ts and app.ts: files at the root of a side that import a noun or another wiring file.
function wiringOf(files: SourceFile[]): Set<string> {
  const wiring = new Set<string>()
  const roots = files.filter(({ path }) => /^(contract|server|web)\/[^/]+$/.test(path) && !isTest(path))
  for (let before = -1; before !== wiring.size; ) {
    before = wiring.size
    for (const { path, imports } of roots) {
      if (imports.some((target) => isSameRoom(path, target) && (nounOf(target) || wiring.has(target))))
        wiring.add(path)
    }
  }
  return wiring
}

function adviceOn(path: string, target: string, wiring: Set<string>): string | undefined {
  const [room = '', targetRoom = ''] = [path, target].map((each) => each.split('/')[0])
  if (!['contract', 'packages', 'server', 'web'].includes(room)) return undefined
  if (room === 'packages') return adviceToPackage(path, target)
  if (targetRoom === 'packages') return 'import a package by its name, @portal/<package>'
  if (room === 'web' && isPackage(target)) return 'packages run on the server only'
  if (!isOurs(target)) {
    const isForeign = room === 'contract' && !isTest(path) && !ofBothSides.includes(target)
    return isForeign ? 'the contract runs on both sides and uses only zod, papaparse and itself' : undefined
  }
  if (['test', 'tools', 'bench'].includes(targetRoom)) {
    return isTest(path) && targetRoom === 'test'
      ? undefined
      : 'the product uses no tools; move what it needs here'
  }
  if (room === 'contract' && targetRoom !== room)
    return 'the contract knows neither side; turn the import round'
  if (targetRoom !== room && targetRoom !== 'contract') return 'what both sides need belongs in contract/'
  return isTest(path) ? undefined : adviceWithinRoom(path, target, wiring)
}

/** A package of packages/ stands alone: it knows neither the portal nor another such package. */
function adviceToPackage(path: string, target: string): string | undefined {
  const isOwn = target.startsWith(`${path.split('/', 2).join('/')}/`)
  if (isOwn || !(isOurs(target) || isPackage(target))) return undefined
  return 'a package knows nothing of the portal; take what is needed as a parameter'
}

function isPackage(target: string): boolean {
  return target.startsWith('@portal/')
}

function adviceWithinRoom(path: string, target: string, wiring: Set<string>): string | undefined {
  if (!isSameRoom(path, target)) return undefined
  const [noun, targetNoun] = [nounOf(path), nounOf(target)]
  if (isGuest(target) && !isGuest(path) && path !== 'server/main.ts')
    return 'only server/main.ts lets a guest in; move what both need to a noun'
  if (isIntegration(target) && !wiring.has(path) && integrationOf(path) !== integrationOf(target))
    return 'only server/open-*.ts open integrations; ask through the port in core/'
  if (/^web\/.*-page\.tsx$/.test(target) && !isContents(path) && path !== 'web/main.tsx') {
    return 'only web/routes.tsx and web/admin-routes.tsx know pages; link to it by contract/core/paths.ts'
  }
  if (isLayout(target) && !isLayout(path) && !isContents(path)) {
    return 'only web/routes.tsx and web/admin-routes.tsx know layouts; move what both need to its noun, or to core/'
  }
  if (isOfAccounts(path) && targetNoun && !isOfAccounts(target) && !isAboutUsers(target))
    return 'accounts name no other noun; let it declare its part in `personal` of its noun.ts'
  if (wiring.has(target) && !wiring.has(path))
    return 'that file wires the room; take what is needed as a parameter'
  if (path.startsWith('server/core/') && /^server\/[^/]+$/.test(target)) {
    return 'core stands below that file; take what is needed as a parameter'
  }
  if (!noun && targetNoun && !wiring.has(path) && !isLayout(path))
    return 'core knows no noun; move this to the noun, or pass it in'
  const [own, other] = [path, target].map((each) => each.split('/')[1] ?? '')
  if (isAbove(other, own))
    return `${own} stands below ${other}; move what both need down, or let ${other} fill a port or a place`
  const isPrivate =
    /^server\/[^/]+\/[^/]+\/(noun|jobs|mails)\.ts$/.test(target) &&
    !target.endsWith(`/${targetNoun}/${targetNoun}.ts`)
  if (noun && noun !== targetNoun && isPrivate) return 'call a verb or a query of that noun instead'
  return undefined
}

function isOfAccounts(path: string): boolean {
  return path.startsWith('server/office/accounts/')
}

/** An account is a user, with a history, and gets mails. */
function isAboutUsers(path: string): boolean {
  return /^server\/(people\/users|foundation)\//.test(path)
}

function isAbove(district = '', other = ''): boolean {
  const [place, below] = [districts.indexOf(district), districts.indexOf(other)]
  return place >= 0 && below >= 0 && place < below
}

function isSameRoom(path: string, target: string): boolean {
  return path.split('/')[0] === target.split('/')[0]
}

function circles(files: SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]))
  const done = new Set<string>()
  const problems: string[] = []
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = [...trail.slice(start), path].join(' → ')
      problems.push(`${path}: imports go in a circle, ${circle}; move what both need into a file of its own.`)
    }
    if (start >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return problems
}

/** Returns the noun of a file's room; undefined in core/ and in the web's layouts. */
export function nounOf(path: string): string | undefined {
  const [, district, noun] = path.match(/^(?:contract|server|web)\/([^/]+)\/([^/]+)\//) ?? []
  if (isIntegration(path)) return 'integrations'
  return district === 'core' || isLayout(path) ? undefined : noun
}

/** Returns true if a file lists the web's pages. */
function isContents(path: string): boolean {
  return /^web\/(admin-)?routes\.tsx$/.test(path)
}

// Layouts stand between the routes and the nouns.
function isLayout(path: string): boolean {
  return path.startsWith('web/layouts/')
}
