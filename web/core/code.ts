import { unreachable } from './api/api-error.ts'
import { lookForPortal } from './api/connection.ts'
import { fetchMissingStyles } from './styles.ts'
import { isTooOld, TooOld } from './too-old.ts'

const key = 'reloadedFrom'
/** The time that a page waits before fetching what it may need later. */
const peaceMs = 3000
let beginFetching = () => {}
const signedIn = new Promise<void>((resolve) => {
  beginFetching = resolve
})

const listeners = new Set<() => void>()
/** Never resolves, because the page is about to reload. */
let reloading: Promise<never> | undefined

/**
 * Fetches code that is not part of the page yet. If an upgrade removed it, the page reloads, once per build,
 * and this never resolves. Throws UNREACHABLE while the portal is unreachable, and TooOld in a browser that
 * can't read the code.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await tryCode(load)
  } catch (error) {
    if (isTooOld(error)) throw new TooOld()
    if (!(await lookForPortal())) throw unreachable()
    reloading ??= reloadOnce()
    if (reloading) return reloading
    throw error
  }
}

/** Fetches optional code. Rejects if it is not available. */
export async function tryCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await fetchMissingStyles()
  return load()
}

/** Calls the listener before the page reloads itself. Returns a function that stops this. */
export function onReload(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Fetches code while the page is idle, so that it works when the portal is unreachable. Begins once a person
 * is signed in: a visitor who only looks at a page pays for nothing else.
 */
export function fetchWhenIdle(load: () => Promise<unknown>): void {
  const fetchQuietly = () => void tryCode(load).catch(() => undefined)
  void signedIn.then(() => {
    // Safari has no idle callback.
    setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(fetchQuietly), peaceMs)
  })
}

/** Lets `fetchWhenIdle` begin. The session calls it, because it fetches its own code by this file. */
export function beginFetchingAhead(): void {
  beginFetching()
}

/** Calls the listener once, at the first touch, key or focus. Returns a function that stops this. */
export function onFirstUse(listener: () => void): () => void {
  const heard = new AbortController()
  const tell = () => {
    heard.abort()
    listener()
  }
  for (const event of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(event, tell, { signal: heard.signal })
  }
  return () => heard.abort()
}

function reloadOnce(): Promise<never> | undefined {
  if (sessionStorage.getItem(key) === build()) return undefined
  sessionStorage.setItem(key, build())
  for (const tell of listeners) tell()
  location.reload()
  return new Promise(() => undefined)
}

/** Returns the base address, which differs for each build. */
function build() {
  return import.meta.env.BASE_URL
}
