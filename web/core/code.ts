import { unreachable } from './api/api-error.ts'
import { lookForPortal } from './api/connection.ts'
import { fetchMissingStyles } from './styles.ts'

const key = 'reloadedFrom'
/** So long the page is left in peace before it fetches what it may want later. */
const peaceMs = 3000

const listeners = new Set<() => void>()
/** Never resolves: the page goes away. */
let reloading: Promise<never> | undefined

/**
 * Fetches code that was not part of the page so far. Where it is gone, because the portal has been upgraded since, the
 * page is loaded again, once a build; this then never resolves. Throws UNREACHABLE while the portal can't be reached.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await tryCode(load)
  } catch (error) {
    if (!(await lookForPortal())) throw unreachable()
    reloading ??= reloadOnce()
    if (reloading) return reloading
    throw error
  }
}

/** Fetches code, and rejects where it can't be had just now: for what can do without. */
export async function tryCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await fetchMissingStyles()
  return load()
}

/** Calls the listener before the page is loaded again by itself; gives what ends that. */
export function onReload(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Fetches code once the page has nothing else to do, so that it is there also when the portal is not. */
export function fetchWhenIdle(load: () => Promise<unknown>): void {
  const fetchQuietly = () => void tryCode(load).catch(() => undefined)
  // Safari knows no idle callback.
  setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(fetchQuietly), peaceMs)
}

function reloadOnce(): Promise<never> | undefined {
  if (sessionStorage.getItem(key) === build()) return undefined
  sessionStorage.setItem(key, build())
  for (const tell of listeners) tell()
  location.reload()
  return new Promise(() => undefined)
}

/** Which build this page is of: each has an address of its own. */
function build(): string {
  return import.meta.env.BASE_URL
}
