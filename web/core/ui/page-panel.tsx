import type { ComponentType } from 'react'
import { createContext, useEffect } from 'react'
import { create } from 'zustand'
import { readKept } from './kept-changes.ts'
import type { DialogProps } from './later.tsx'
import { later } from './later.tsx'

/** The panel around an editor: its name, and what it was opened with. */
export const OpenedAs = createContext<{ name: string; about: object } | undefined>(undefined)

/**
 * A panel that anything on a page can open with `show`. `Panel` is its place, which can pass more props. Each
 * `show` starts a fresh panel. A named panel opens automatically if it has stored unsaved changes, of this
 * page if they name one.
 */
export function pagePanel<About extends object, More extends object = object>(
  load: () => Promise<{ default: ComponentType<About & More & DialogProps> }>,
  name?: string,
) {
  const Arriving = later(load)
  const useShown = create<{ about: About | undefined; turn: number; isOpen: boolean }>(() => ({
    about: undefined,
    turn: 0,
    isOpen: false,
  }))

  function show(about: About) {
    useShown.setState(({ turn }) => ({ about, turn: turn + 1, isOpen: true }))
  }

  function Panel(more: More) {
    const { about, turn, isOpen } = useShown()
    useEffect(() => {
      const kept = name === undefined ? undefined : readKept<{ about: About; path?: string }>(name)
      if (kept && (kept.path ?? location.pathname) === location.pathname) show(kept.about)
    }, [])
    if (!about) return null
    const close = () => useShown.setState({ isOpen: false })
    return (
      <OpenedAs value={name === undefined ? undefined : { name, about }}>
        <Arriving key={turn} {...more} {...about} isOpen={isOpen} onClose={close} />
      </OpenedAs>
    )
  }

  return { show, Panel }
}
