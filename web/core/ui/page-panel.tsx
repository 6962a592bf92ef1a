import type { ComponentType } from 'react'
import { create } from 'zustand'
import { type DialogProps, later } from './later.tsx'

/**
 * A panel that anything on a page may open, by `show`; `Panel` is where it appears, and may give it more. Opened again, it
 * starts anew.
 */
export function pagePanel<About extends object, More extends object = object>(
  load: () => Promise<{ default: ComponentType<About & More & DialogProps> }>,
) {
  const Arriving = later(load)
  const useShown = create<{ about: About | undefined; turn: number; isOpen: boolean }>(() => ({
    about: undefined,
    turn: 0,
    isOpen: false,
  }))

  function show(about: About): void {
    useShown.setState(({ turn }) => ({ about, turn: turn + 1, isOpen: true }))
  }

  function Panel(more: More) {
    const { about, turn, isOpen } = useShown()
    if (!about) return null
    const close = () => useShown.setState({ isOpen: false })
    return <Arriving key={turn} {...more} {...about} isOpen={isOpen} onClose={close} />
  }

  return { show, Panel }
}
